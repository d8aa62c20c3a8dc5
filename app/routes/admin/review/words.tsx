import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Pagination } from "#app/components/ui/pagination";
import { TextField } from "#app/components/ui/text-field";
import { Time } from "#app/components/ui/time";
import { adminWordApi } from "#app/contract/admin/review/word";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminTable } from "#app/features/admin/admin-table";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { changeWords } from "#app/features/admin/word/change-words.server";
import { ImportWords, PutWord, TryText, WORD_ACTIONS } from "#app/features/admin/word/word-forms";
import { notFound } from "#app/server/errors/page-error.server";
import { pageNumberOf } from "#app/server/params/page-number.server";

export async function loader(args: LoaderFunctionArgs) {
  const { permissions } = await requireConsole(args);
  const given = new URL(args.request.url).searchParams;
  const q = [...(given.get("q") ?? "").trim()].slice(0, 50).join("");
  const query = { q, page: pageNumberOf(given), pageSize: 50 };
  const manages = permissions.includes("word.manage");
  if (!manages && !permissions.includes("word.test")) throw notFound();
  return { q, words: manages ? await loadForStaff(args, adminWordApi.list, { query }) : null };
}

export const action = (args: ActionFunctionArgs) => changeWords(args);

export default function AdminWords() {
  const { q, words } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHead
        title="敏感词"
        text={words?.file ? "服务器上的词表文件里也有词，与这里的一起生效，取更严的一个。" : undefined}
      />
      <section className="admin-panel" aria-labelledby="try-title">
        <h2 id="try-title">试一段文字</h2>
        <TryText />
      </section>
      {words ? (
        <>
          <section className="admin-panel" aria-labelledby="list-title">
            <h2 id="list-title">词</h2>
            <PutWord />
            <Form key={q} method="get" role="search" className="admin-filter">
              <TextField label="查找" name="q" defaultValue={q} />
              <Button type="submit" icon="search">
                查找
              </Button>
            </Form>
            {words.list.length === 0 ? (
              <EmptyState later={words.page > 1} text={q ? "没有这样的词。" : "还没有词。在上面添加，或在下面导入。"} />
            ) : (
              <AdminTable shape="rows">
                <thead>
                  <tr>
                    <th>词</th>
                    <th>含有它的内容</th>
                    <th className="admin-table__sum">命中</th>
                    <th>添加</th>
                    <th>
                      <span className="visually-hidden">删除</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {words.list.map(({ id, word, action: asks, hits, addedAt }) => (
                    <tr key={id}>
                      <td>{word}</td>
                      <td>{WORD_ACTIONS[asks]}</td>
                      <td className="numbers admin-table__sum" data-label="命中">
                        {hits}
                      </td>
                      <td>
                        <Time value={addedAt} />
                      </td>
                      <td>
                        <Form method="post">
                          <input type="hidden" name="intent" value="remove" />
                          <Button
                            type="submit"
                            name="id"
                            value={id}
                            size="small"
                            variant="quiet"
                            aria-label={`删除 ${word}`}
                          >
                            删除
                          </Button>
                        </Form>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </AdminTable>
            )}
            <Pagination page={words.page} pageSize={words.pageSize} total={words.total} />
          </section>
          <section className="admin-panel" aria-labelledby="import-title">
            <h2 id="import-title">导入</h2>
            <ImportWords />
          </section>
        </>
      ) : null}
    </>
  );
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Link } from "#app/components/ui/link";
import { Tabs } from "#app/components/ui/tabs";
import { TextField } from "#app/components/ui/text-field";
import { adminTagApi, type TagState } from "#app/contract/admin/site/tag";
import { AdminHead } from "#app/features/admin/admin-head";
import { adminPaths } from "#app/features/admin/admin-paths";
import { AdminTable } from "#app/features/admin/admin-table";
import { CursorPager } from "#app/features/admin/cursor-pager";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";

const STATES: Record<TagState, string> = { used: "用着的", hidden: "隐藏的", synonym: "同义词" };

export async function loader(args: LoaderFunctionArgs) {
  await requireConsole(args);
  const given = new URL(args.request.url).searchParams;
  const asked = given.get("state") ?? "";
  const state: TagState = Object.hasOwn(STATES, asked) ? (asked as TagState) : "used";
  const q = [...(given.get("q") ?? "").trim()].slice(0, 50).join("");
  const cursor = given.get("cursor")?.slice(0, 100) || undefined;
  const tags = await loadForStaff(args, adminTagApi.list, {
    query: { state, q, limit: 50, ...(cursor ? { cursor } : {}) },
  });
  return { state, q, tags, isFirst: cursor === undefined };
}

export default function AdminTags() {
  const { state, q, tags, isFirst } = useLoaderData<typeof loader>();
  const to = (cursor?: string) => adminPaths.tags({ state: state === "used" ? undefined : state, q, cursor });
  return (
    <>
      <AdminHead
        title="标签"
        text="标签是写问题和文章的人自己加的。意思一样的可以合并，写错的可以改名。"
        up={{ label: "分类与标签", to: adminPaths.taxonomy() }}
      />
      <Tabs
        label="标签"
        tabs={Object.entries(STATES).map(([one, label]) => ({
          label,
          to: adminPaths.tags({ state: one === "used" ? undefined : one }),
          current: one === state,
        }))}
      />
      <Form key={`${state} ${q}`} method="get" role="search" className="admin-filter">
        {state === "used" ? null : <input type="hidden" name="state" value={state} />}
        <TextField label="查找" name="q" defaultValue={q} />
        <Button type="submit" icon="search">
          查找
        </Button>
      </Form>
      {tags.list.length === 0 ? (
        <EmptyState
          later={!isFirst}
          text={q ? "没有这样的标签。" : state === "used" ? "还没有标签。" : "这里没有标签。"}
        />
      ) : (
        <AdminTable shape="narrow">
          <thead>
            <tr>
              <th>标签</th>
              {state === "synonym" ? <th>当作</th> : <th className="admin-table__sum">问题与文章</th>}
            </tr>
          </thead>
          <tbody>
            {tags.list.map(({ name, total, meant }) => (
              <tr key={name}>
                <td>
                  <Link to={adminPaths.tag(name)}>{name}</Link>
                </td>
                {state === "synonym" ? (
                  <td>{meant === null ? null : <Link to={adminPaths.tag(meant)}>{meant}</Link>}</td>
                ) : (
                  <td className="numbers admin-table__sum">{total}</td>
                )}
              </tr>
            ))}
          </tbody>
        </AdminTable>
      )}
      <p className="admin-below numbers">共 {tags.total} 个</p>
      <CursorPager first={isFirst ? null : to()} next={tags.nextCursor ? to(tags.nextCursor) : null} />
    </>
  );
}

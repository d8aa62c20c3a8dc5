import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { appealPaths } from "#app/appeal-paths";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Button } from "#app/components/ui/button";
import { Card } from "#app/components/ui/card";
import { EmptyState } from "#app/components/ui/empty-state";
import { Link } from "#app/components/ui/link";
import { Pagination } from "#app/components/ui/pagination";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import { KINDS } from "#app/contract/kinds";
import { trashApi } from "#app/contract/writing/trash";
import { answerPath, pagePath } from "#app/features/content/page-path.server";
import { pageMeta } from "#app/features/seo/meta";
import { writtenKind } from "#app/features/write/written-kind.server";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { paths, withQuery } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";
import { pageNumberOf } from "#app/server/params/page-number.server";
import { requireUser } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "我的回收站", path: paths.trash(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args, paths.login(paths.trash()));
  const query = new URL(args.request.url).searchParams;
  const removedPage = new URLSearchParams({ page: query.get(REMOVED_PAGE) ?? "" });
  const [trash, removed] = await Promise.all([
    gateway(args).load(trashApi.list, { query: { page: pageNumberOf(query) } }),
    gateway(args).load(trashApi.removed, { query: { page: pageNumberOf(removedPage) } }),
  ]);
  return { trash: { ...trash, list: trash.list.map(named) }, removed: { ...removed, list: removed.list.map(named) } };
}

/** Query parameter with the page of removed things. */
const REMOVED_PAGE = "removed";

const named = <T extends { kind: keyof typeof KINDS }>(one: T) => ({ ...one, name: KINDS[one.kind].name });

/** Restores a text, and redirects to it. */
export async function action(args: ActionFunctionArgs) {
  await requireUser(args, paths.login(paths.trash()));
  const form = await readForm(args.request);
  const kind = writtenKind(textOf(form, "kind"));
  const id = textOf(form, "id");
  const result = await attempt(() => gateway(args).call(trashApi.restore, { body: { kind, id } }));
  const restored = () => (kind === "answer" ? answerPath(Number(id), null) : pagePath(kind, Number(id)));
  return respond(args, result, {
    back: result.status === "ok" ? restored() : paths.trash(),
    flash: "已恢复",
    leads: true,
  });
}

export default function Trash() {
  const { trash, removed } = useLoaderData<typeof loader>();
  return (
    <Columns>
      <PageHead title="我的回收站" text="删除的内容保留 30 天，之后不能再恢复。" />
      <Card flush>
        {trash.list.length === 0 ? (
          <EmptyState
            later={trash.page > 1}
            text="没有可以恢复的内容"
            action={{ label: "回到首页", to: paths.home() }}
          />
        ) : (
          <ul className="items">
            {trash.list.map(({ kind, name, id, title, excerpt, deletedAt, recoverableUntil }) => (
              <li key={`${kind}-${id}`} className="item">
                <div className="item__body">
                  <h2 className="item__title">{title}</h2>
                  <p className="item__excerpt clamp-2">{excerpt}</p>
                  <div className="item__foot">
                    <Tag>{name}</Tag>
                    <span>
                      <Time value={deletedAt} />
                      删除，
                      <Time value={recoverableUntil} format="date" />
                      前可恢复
                    </span>
                    <form method="post">
                      <input type="hidden" name="kind" value={kind} />
                      <Button
                        type="submit"
                        name="id"
                        value={id}
                        size="small"
                        icon="refresh"
                        aria-label={`恢复 ${title}`}
                      >
                        恢复
                      </Button>
                    </form>
                  </div>
                </div>
              </li>
            ))}
          </ul>
        )}
        <Pagination {...trash} />
      </Card>
      {removed.total > 0 ? (
        <Card title="被移除的内容" flush>
          <ul className="items">
            {removed.list.map(({ kind, name, id, title, excerpt, reason, removedAt }) => (
              <li key={`${kind}-${id}`} className="item">
                <div className="item__body">
                  {title ? <h3 className="item__title">{title}</h3> : null}
                  <p className="item__excerpt clamp-2">{excerpt}</p>
                  <p>原因：{reason}</p>
                  <div className="item__foot">
                    <Tag>{name}</Tag>
                    <span>
                      <Time value={removedAt} />
                      被移除，只有站方能恢复。<Link to={appealPaths.decision(kind, id)}>申诉</Link>
                    </span>
                  </div>
                </div>
              </li>
            ))}
          </ul>
          {removed.page * removed.pageSize < removed.total ? (
            <p className="older">
              <Link to={withQuery(paths.trash(), { [REMOVED_PAGE]: String(removed.page + 1) })}>更早的</Link>
            </p>
          ) : null}
        </Card>
      ) : null}
    </Columns>
  );
}

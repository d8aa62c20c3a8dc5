import { LinkButton } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Link } from "#app/components/ui/link";
import { Pagination } from "#app/components/ui/pagination";
import { Tabs } from "#app/components/ui/tabs";
import { Time } from "#app/components/ui/time";
import type { EditedSummary } from "#app/contract/admin/edited";
import { AdminHead } from "#app/features/admin/admin-head";

type Props = {
  /** What the things are called: 公告. */
  title: string;
  /** What one does to make one: 写公告. */
  verb: string;
  /** Said where there is none yet. */
  empty: string;
  things: { list: readonly EditedSummary[]; page: number; pageSize: number; total: number };
  removed: boolean;
  /** Where the list is, all or those that were taken off the site, and where each of them is changed. */
  listPath: (state?: "removed") => string;
  path: (id: number | "new") => string;
};

/** List of what staff write of one kind, on the site or taken off it. */
export function EditedList({ title, verb, empty, things, removed, listPath, path }: Props) {
  return (
    <>
      <AdminHead title={title}>
        <LinkButton to={path("new")} variant="primary" icon="plus">
          {verb}
        </LinkButton>
      </AdminHead>
      <Tabs
        label={title}
        tabs={[
          { label: "公开", to: listPath(), current: !removed },
          { label: "已撤下", to: listPath("removed"), current: removed },
        ]}
      />
      {things.list.length === 0 ? (
        <EmptyState text={removed ? `没有撤下的${title}。` : empty} />
      ) : (
        <div className="admin-table-box">
          <table className="admin-table">
            <thead>
              <tr>
                <th>标题</th>
                <th>{removed ? "撤下" : "发布"}</th>
                <th>修改</th>
              </tr>
            </thead>
            <tbody>
              {things.list.map(({ id, title, createdAt, updatedAt, removedAt }) => (
                <tr key={id}>
                  <td>
                    <Link to={path(id)}>{title}</Link>
                  </td>
                  <td>
                    <Time value={removedAt ?? createdAt} />
                  </td>
                  <td>{updatedAt && updatedAt !== createdAt ? <Time value={updatedAt} /> : "—"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pagination page={things.page} pageSize={things.pageSize} total={things.total} />
    </>
  );
}

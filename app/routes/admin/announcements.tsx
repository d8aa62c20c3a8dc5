import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Link } from "#app/components/ui/link";
import { Pagination } from "#app/components/ui/pagination";
import { Tabs } from "#app/components/ui/tabs";
import { Time } from "#app/components/ui/time";
import { adminAnnouncementApi } from "#app/contract/admin/announcement";
import { AdminHead } from "#app/features/admin/admin-head";
import { adminPaths } from "#app/features/admin/admin-paths";
import { loadForStaff } from "#app/features/admin/staff-gate.server";
import { pageNumberOf } from "#app/server/page-number.server";

export async function loader(args: LoaderFunctionArgs) {
  const removed = new URL(args.request.url).searchParams.get("state") === "removed";
  const query = {
    page: pageNumberOf(new URL(args.request.url).searchParams),
    pageSize: 30,
    state: removed ? ("removed" as const) : undefined,
  };
  return { removed, announcements: await loadForStaff(args, adminAnnouncementApi.list, { query }) };
}

export default function AdminAnnouncements() {
  const { removed, announcements } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHead title="公告">
        <LinkButton to={adminPaths.announcement("new")} variant="primary" icon="plus">
          写公告
        </LinkButton>
      </AdminHead>
      <Tabs
        label="公告"
        tabs={[
          { label: "公开", to: adminPaths.announcements(), current: !removed },
          { label: "已撤下", to: adminPaths.announcements("removed"), current: removed },
        ]}
      />
      {announcements.list.length === 0 ? (
        <EmptyState text={removed ? "没有撤下的公告。" : "还没有公告。发布的公告会出现在首页旁边和公告页。"} />
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
              {announcements.list.map(({ id, title, createdAt, updatedAt, removedAt }) => (
                <tr key={id}>
                  <td>
                    <Link to={adminPaths.announcement(id)}>{title}</Link>
                  </td>
                  <td>
                    <Time value={removedAt ?? createdAt} />
                  </td>
                  <td>{updatedAt ? <Time value={updatedAt} /> : "—"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pagination page={announcements.page} pageSize={announcements.pageSize} total={announcements.total} />
    </>
  );
}

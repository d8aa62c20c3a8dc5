import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminAnnouncementApi } from "#app/contract/admin/announcement";
import { adminPaths } from "#app/features/admin/admin-paths";
import { EditedList } from "#app/features/admin/edited-list";
import { editedQueryOf } from "#app/features/admin/edited-query.server";
import { loadForStaff } from "#app/features/admin/staff-gate.server";

export async function loader(args: LoaderFunctionArgs) {
  const query = editedQueryOf(args.request);
  return { removed: query.state === "removed", things: await loadForStaff(args, adminAnnouncementApi.list, { query }) };
}

export default function AdminAnnouncements() {
  return (
    <EditedList
      {...useLoaderData<typeof loader>()}
      title="公告"
      verb="写公告"
      empty="还没有公告。发布的公告会出现在首页旁边和公告页。"
      listPath={adminPaths.announcements}
      path={adminPaths.announcement}
    />
  );
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminActivityApi } from "#app/contract/admin/activity";
import { adminPaths } from "#app/features/admin/admin-paths";
import { EditedList } from "#app/features/admin/edited-list";
import { editedQueryOf } from "#app/features/admin/edited-query.server";
import { loadForStaff } from "#app/features/admin/staff-gate.server";

export async function loader(args: LoaderFunctionArgs) {
  const query = editedQueryOf(args.request);
  return { removed: query.state === "removed", things: await loadForStaff(args, adminActivityApi.list, { query }) };
}

export default function AdminActivities() {
  return (
    <EditedList
      {...useLoaderData<typeof loader>()}
      title="活动"
      verb="办活动"
      empty="还没有活动。发布的活动会出现在活动页，可以用表单报名。"
      listPath={adminPaths.activities}
      path={adminPaths.activity}
    />
  );
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminCaseApi } from "#app/contract/admin/case";
import { adminPaths } from "#app/features/admin/admin-paths";
import { EditedList } from "#app/features/admin/edited-list";
import { editedQueryOf } from "#app/features/admin/edited-query.server";
import { loadForStaff } from "#app/features/admin/staff-gate.server";

export async function loader(args: LoaderFunctionArgs) {
  const query = editedQueryOf(args.request);
  return { removed: query.state === "removed", things: await loadForStaff(args, adminCaseApi.list, { query }) };
}

export default function AdminCases() {
  return (
    <EditedList
      {...useLoaderData<typeof loader>()}
      title="案例"
      verb="写案例"
      empty="还没有案例。发布的案例会出现在首页和案例页，可以附一份报告。"
      listPath={adminPaths.cases}
      path={adminPaths.case}
    />
  );
}

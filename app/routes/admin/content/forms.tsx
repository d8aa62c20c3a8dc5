import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Link } from "#app/components/ui/link";
import { Pagination } from "#app/components/ui/pagination";
import { Tabs } from "#app/components/ui/tabs";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import { adminFormApi } from "#app/contract/admin/content/form";
import { AdminHead } from "#app/features/admin/admin-head";
import { adminPaths } from "#app/features/admin/admin-paths";
import { AdminTable } from "#app/features/admin/admin-table";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { pageNumberOf } from "#app/server/params/page-number.server";

export async function loader(args: LoaderFunctionArgs) {
  const { permissions } = await requireConsole(args);
  const given = new URL(args.request.url).searchParams;
  const removed = given.get("state") === "removed";
  const query = { page: pageNumberOf(given), pageSize: 30, state: removed ? ("removed" as const) : undefined };
  const forms = await loadForStaff(args, adminFormApi.list, { query });
  return { removed, forms, builds: permissions.includes("form.manage") };
}

const STATES = { open: "开放中", "not-yet": "未开放", closed: "已截止" } as const;

export default function AdminForms() {
  const { removed, forms, builds } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHead title="表单">
        {builds ? (
          <LinkButton to={adminPaths.form("new")} variant="primary" icon="plus">
            新建表单
          </LinkButton>
        ) : null}
      </AdminHead>
      <Tabs
        label="表单"
        tabs={[
          { label: "公开", to: adminPaths.forms(), current: !removed },
          { label: "已撤下", to: adminPaths.forms("removed"), current: removed },
        ]}
      />
      {forms.list.length === 0 ? (
        <EmptyState
          later={forms.page > 1}
          text={removed ? "没有撤下的表单。" : "还没有表单。新建的表单有自己的页面，活动可以用它报名。"}
        />
      ) : (
        <AdminTable shape="rows">
          <thead>
            <tr>
              <th>标题</th>
              <th>状态</th>
              <th>答卷</th>
              <th>新建</th>
            </tr>
          </thead>
          <tbody>
            {forms.list.map(({ id, title, state, submissions, createdAt }) => (
              <tr key={id}>
                <td>{builds ? <Link to={adminPaths.form(id)}>{title}</Link> : title}</td>
                <td>
                  <Tag tone={state === "open" && !removed ? "accent" : "neutral"}>
                    {removed ? "已撤下" : STATES[state]}
                  </Tag>
                </td>
                <td>
                  <Link to={adminPaths.submissions(id)}>
                    {submissions.total} 份{submissions.waiting > 0 ? `，${submissions.waiting} 份未处理` : ""}
                  </Link>
                </td>
                <td data-label="新建">
                  <Time value={createdAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </AdminTable>
      )}
      <Pagination page={forms.page} pageSize={forms.pageSize} total={forms.total} />
    </>
  );
}

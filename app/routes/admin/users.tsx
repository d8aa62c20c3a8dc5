import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Link } from "#app/components/ui/link";
import { Pagination } from "#app/components/ui/pagination";
import { Tabs } from "#app/components/ui/tabs";
import { TextField } from "#app/components/ui/text-field";
import { Time } from "#app/components/ui/time";
import { adminUserApi } from "#app/contract/admin/user";
import { AdminHead } from "#app/features/admin/admin-head";
import { adminPaths } from "#app/features/admin/admin-paths";
import { AdminTable } from "#app/features/admin/admin-table";
import { loadForStaff } from "#app/features/admin/staff-gate.server";
import { UserStanding } from "#app/features/admin/user/user-standing";
import { pageNumberOf } from "#app/server/page-number.server";

const STATES = { all: "全部", new: "七天内注册", sanctioned: "处罚中", staff: "工作人员", closed: "已注销" } as const;
type State = keyof typeof STATES;

export async function loader(args: LoaderFunctionArgs) {
  const given = new URL(args.request.url).searchParams;
  const asked = given.get("state") ?? "";
  const state: State = Object.hasOwn(STATES, asked) ? (asked as State) : "all";
  const q = (given.get("q") ?? "").trim();
  const query = { state, q: [...q].slice(0, 50).join(""), page: pageNumberOf(given), pageSize: 30 };
  return { state, q: query.q, users: await loadForStaff(args, adminUserApi.list, { query }) };
}

export default function AdminUsers() {
  const { state, q, users } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHead title="用户" />
      <Tabs
        label="用户"
        tabs={Object.entries(STATES).map(([one, label]) => ({
          label,
          to: adminPaths.users(one === "all" ? undefined : one),
          current: one === state,
        }))}
      />
      <Form key={`${state} ${q}`} method="get" role="search" className="admin-filter">
        {state === "all" ? null : <input type="hidden" name="state" value={state} />}
        <TextField label="昵称、编号、主页地址、手机号或尾号" name="q" defaultValue={q} />
        <Button type="submit" icon="search">
          查找
        </Button>
      </Form>
      {users.list.length === 0 ? (
        <EmptyState text={q ? "没有找到这样的用户。" : "没有这样的用户。"} />
      ) : (
        <AdminTable shape="rows">
          <thead>
            <tr>
              <th>昵称</th>
              <th>手机</th>
              <th>状态</th>
              <th>注册</th>
            </tr>
          </thead>
          <tbody>
            {users.list.map((user) => (
              <tr key={user.userId}>
                <td>
                  <Link to={adminPaths.user(user.userId)}>{user.nickname}</Link>{" "}
                  <span className="numbers">#{user.userId}</span>
                </td>
                <td className="numbers">{user.phone ?? "未绑定"}</td>
                <td>
                  <UserStanding user={user} />
                </td>
                <td>
                  <Time value={user.joinedAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </AdminTable>
      )}
      <Pagination page={users.page} pageSize={users.pageSize} total={users.total} />
    </>
  );
}

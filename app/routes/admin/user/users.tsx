import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { FlashMessage } from "#app/components/ui/flash-message";
import { Link } from "#app/components/ui/link";
import { Pagination } from "#app/components/ui/pagination";
import { Tabs } from "#app/components/ui/tabs";
import { TextField } from "#app/components/ui/text-field";
import { Time } from "#app/components/ui/time";
import { adminUserApi } from "#app/contract/admin/user/user";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { AdminTable } from "#app/features/admin/admin-table";
import { DecisionRefused } from "#app/features/admin/queue/decision-refused";
import { itemBox } from "#app/features/admin/queue/item-box";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { imposableBy } from "#app/features/admin/user/imposable";
import { ImposeFields } from "#app/features/admin/user/impose-fields";
import { type EachForm, sanctionEach } from "#app/features/admin/user/sanction-each.server";
import { UserStanding } from "#app/features/admin/user/user-standing";
import { pageNumberOf } from "#app/server/params/page-number.server";

const STATES = { all: "全部", new: "七天内注册", sanctioned: "处罚中", staff: "工作人员", closed: "已注销" } as const;
type State = keyof typeof STATES;

function queryOf({ url }: Request) {
  const given = new URL(url).searchParams;
  const asked = given.get("state") ?? "";
  const state: State = Object.hasOwn(STATES, asked) ? (asked as State) : "all";
  const q = (given.get("q") ?? "").trim();
  return { state, q: [...q].slice(0, 50).join(""), page: pageNumberOf(given), pageSize: 30 };
}

export async function loader(args: LoaderFunctionArgs) {
  const { permissions } = await requireConsole(args);
  const query = queryOf(args.request);
  const users = await loadForStaff(args, adminUserApi.list, { query });
  return { state: query.state, q: query.q, users, may: permissions };
}

/** Sanctions all selected members, lifts their sanctions, or previews either. */
export function action(args: ActionFunctionArgs) {
  const { state, q, page } = queryOf(args.request);
  const back = adminPaths.users(state === "all" ? undefined : state, q, page > 1 ? String(page) : undefined);
  return sanctionEach(args, back);
}

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminUsers() {
  const { state, q, users, may } = useLoaderData<typeof loader>();
  const { ref, busy, fields, notice, refused, values } = useAdminForm<unknown, EachForm>(["kind", "days", "reason"]);
  const { kinds, daysMax } = imposableBy(may);
  const chosen = kinds.length > 0 && state !== "closed";
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
        <TextField label="昵称、编号、主页地址、手机号或后四位" name="q" defaultValue={q} />
        <Button type="submit" icon="search">
          查找
        </Button>
      </Form>
      <DecisionRefused gone={users.list.length === 0} />
      {users.list.length === 0 ? (
        <EmptyState later={users.page > 1} text={q ? "没有找到这样的用户。" : "没有这样的用户。"} />
      ) : (
        <Form ref={ref} method="post" className="form" noValidate>
          <AdminNotice notice={notice} />
          {values?.tried ? <FlashMessage kind="info" message={values.tried} /> : null}
          <AdminTable shape="rows">
            <thead>
              <tr>
                {chosen ? <th>选择</th> : null}
                <th>昵称</th>
                <th>手机</th>
                <th>状态</th>
                <th>注册</th>
              </tr>
            </thead>
            <tbody>
              {users.list.map((user) => (
                <tr key={user.userId}>
                  {chosen ? (
                    <td>
                      {user.closedAt === null ? (
                        <label className="admin-queue__box">
                          <input
                            type="checkbox"
                            name="item"
                            {...itemBox(
                              { refused, values },
                              String(user.userId),
                              `${user.userId}:${user.inForce.join()}`,
                            )}
                            aria-label={`选中：${user.nickname}`}
                          />
                        </label>
                      ) : null}
                    </td>
                  ) : null}
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
          {chosen ? (
            <section className="admin-panel admin-danger" aria-labelledby="each-title">
              <h2 id="each-title">处罚选中的，或解除</h2>
              <div className="form">
                <ImposeFields kinds={kinds} daysMax={daysMax} lifts errors={fields} values={values} />
                <div className="admin-buttons">
                  {/* First button, so that Enter in the reason field only previews. */}
                  <Button type="submit" name="intent" value="try" busy={busy}>
                    先看看会怎样
                  </Button>
                  <Button type="submit" name="intent" value="impose" variant="danger" busy={busy}>
                    处理选中的
                  </Button>
                </div>
              </div>
            </section>
          ) : null}
        </Form>
      )}
      <Pagination page={users.page} pageSize={users.pageSize} total={users.total} />
    </>
  );
}

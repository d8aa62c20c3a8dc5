import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { FieldError } from "#app/components/ui/field-error";
import { TextField } from "#app/components/ui/text-field";
import { Time } from "#app/components/ui/time";
import { staffApi } from "#app/contract/admin/system/staff";
import { ROLES, type Role, roles } from "#app/contract/permissions";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { AdminTable } from "#app/features/admin/admin-table";
import { PersonLink } from "#app/features/admin/person-link";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { consoleUser, loadForStaff } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { readForm, textOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway/gateway.server";

export async function loader(args: LoaderFunctionArgs) {
  const [{ userId }, staff] = await Promise.all([consoleUser(args), loadForStaff(args, staffApi.list, {})]);
  return { userId, staff };
}

/** Grants or revokes a role (`intent` is `revoke`), or removes a second factor (`factor`). */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const { call } = gateway(args);
  const values = { userId: textOf(form, "userId"), role: textOf(form, "role") };
  const body = { userId: values.userId, role: values.role as Role };
  const intent = textOf(form, "intent");
  if (intent === "factor") {
    const drop = () => call(staffApi.dropFactor, { body: { userId: values.userId } });
    return respondToStaffForm(args, values, drop, {
      back: adminPaths.staff(),
      flash: "已去掉，他的登录都已退出，由他重新设置",
    });
  }
  const revokes = intent === "revoke";
  const flash = revokes ? "已收回" : "已授予";
  const change = () => call(revokes ? staffApi.revoke : staffApi.grant, { body });
  return respondToStaffForm(args, values, change, { back: adminPaths.staff(), flash });
}

export default function AdminStaff() {
  const { userId, staff } = useLoaderData<typeof loader>();
  const { ref, busy, field, fields, notice, values } = useAdminForm<null, { userId: string; role: string }>([
    "userId",
    "role",
  ]);
  return (
    <>
      <AdminHead title="工作人员" text="每人可以有几个角色；做过的每件事都在操作日志里。" />
      <AdminTable shape="rows">
        <thead>
          <tr>
            <th>姓名</th>
            <th>手机</th>
            <th>第二步验证</th>
            <th>角色</th>
          </tr>
        </thead>
        <tbody>
          {staff.map((person) => (
            <tr key={person.userId}>
              <td>
                <PersonLink person={person} />
              </td>
              <td className="numbers">{person.phone ?? "未绑定"}</td>
              <td data-label="第二步验证">
                {person.factor ? "已设置" : "未设置"}
                {person.factor && person.userId !== userId ? <DropFactor person={person} /> : null}
              </td>
              <td>
                <ul className="admin-roles">
                  {person.roles.map(({ role, grantedAt, grantedBy }) => (
                    <li key={role}>
                      <span>
                        {ROLES[role].name}
                        <small>
                          <Time value={grantedAt} format="date" />
                          {grantedBy ? `，${grantedBy}` : ""}
                        </small>
                      </span>
                      <Form method="post">
                        <input type="hidden" name="intent" value="revoke" />
                        <input type="hidden" name="userId" value={person.userId} />
                        <Button
                          type="submit"
                          name="role"
                          value={role}
                          size="small"
                          variant="quiet"
                          aria-label={`收回${person.nickname}的${ROLES[role].name}`}
                        >
                          收回
                        </Button>
                      </Form>
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </AdminTable>
      <section className="admin-panel" aria-labelledby="grant-title">
        <h2 id="grant-title">授予角色</h2>
        <Form ref={ref} method="post" className="form" noValidate>
          <AdminNotice notice={notice} />
          <TextField
            label="用户编号"
            {...field("userId")}
            inputMode="numeric"
            required
            help="主页地址里的数字：/u/12 的 12"
          />
          <div className="field" role="radiogroup" aria-labelledby="role-label">
            <p className="field__label" id="role-label">
              角色
            </p>
            <div className="admin-choices">
              {roles.map((role) => (
                <label key={role} className="choice">
                  <input type="radio" name="role" value={role} defaultChecked={values?.role === role} />
                  <span>
                    {ROLES[role].name}
                    <small>{ROLES[role].text}</small>
                  </span>
                </label>
              ))}
            </div>
            <FieldError id="role-error" message={fields.role} />
          </div>
          <Button type="submit" variant="primary" busy={busy}>
            授予
          </Button>
        </Form>
      </section>
    </>
  );
}

/** Button that removes a colleague's second factor, who has lost the phone and the recovery codes. */
function DropFactor({ person }: { person: { userId: number; nickname: string } }) {
  return (
    <Form method="post">
      <input type="hidden" name="userId" value={person.userId} />
      <Button
        type="submit"
        name="intent"
        value="factor"
        size="small"
        variant="quiet"
        aria-label={`去掉${person.nickname}的第二步验证`}
      >
        去掉
      </Button>
    </Form>
  );
}

import { Form } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { Time } from "#app/components/ui/time";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { AdminTable } from "#app/features/admin/admin-table";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import type { AdminUser } from "./user-facts";

/** Sessions of a member, with a button to end them all if permitted. */
export function UserLogins({ logins, mayEnd }: { logins: AdminUser["logins"]; mayEnd: boolean }) {
  const { ref, busy, field, notice } = useAdminForm<unknown, { reason: string }>(["reason"], ["end"]);
  return (
    <>
      {logins.length === 0 ? <p className="admin-card__note">现在没有登录。</p> : null}
      {logins.length > 0 ? (
        <AdminTable label="登录">
          <thead>
            <tr>
              <th>设备</th>
              <th>登录</th>
              <th>最近</th>
              <th>网络地址</th>
            </tr>
          </thead>
          <tbody>
            {logins.map(({ device, address, createdAt, lastSeenAt }, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: sessions have no id here, and the list is never reordered
              <tr key={n}>
                <td>{device || "未知设备"}</td>
                <td>
                  <Time value={createdAt} />
                </td>
                <td>
                  <Time value={lastSeenAt} />
                </td>
                <td className="numbers">{address || "—"}</td>
              </tr>
            ))}
          </tbody>
        </AdminTable>
      ) : null}
      {mayEnd && logins.length > 0 ? (
        <Form ref={ref} method="post" className="admin-inline" noValidate>
          <AdminNotice notice={notice} />
          <input type="hidden" name="intent" value="end" />
          <TextField label="原因" {...field("reason")} />
          <Button type="submit" busy={busy}>
            结束全部登录
          </Button>
        </Form>
      ) : null}
    </>
  );
}

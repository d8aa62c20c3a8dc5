import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { PasskeySudo } from "#app/features/admin/staff/passkey-sudo";
import { nextOf, proveAgain } from "#app/features/admin/staff/prove.server";
import { requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";

export async function loader(args: LoaderFunctionArgs) {
  const { hasPassword, hasPasskey, factor } = await requireConsole(args);
  return { next: nextOf(args.request), hasPassword, hasPasskey, hasFactor: factor === "confirmed" };
}

export const action = (args: ActionFunctionArgs) => proveAgain(args);

export default function AdminSudo() {
  const { next, hasPassword, hasPasskey, hasFactor } = useLoaderData<typeof loader>();
  const { ref, busy, fields, notice } = useAdminForm<unknown, object>(["password", "code"]);
  return (
    <div className="admin-narrow">
      <AdminHead title="再次确认是你本人" text="接下来的操作影响很大，确认后 15 分钟内不再询问。" />
      {hasPasskey ? <PasskeySudo next={next} /> : null}
      {hasPassword || hasFactor ? (
        <Form ref={ref} method="post" className="form" noValidate>
          <AdminNotice notice={notice} />
          {hasFactor ? (
            <TextField
              label={hasPassword ? "验证码（或在下面填密码）" : "验证码"}
              name="code"
              autoComplete="one-time-code"
              error={fields.code}
            />
          ) : null}
          {hasPassword ? (
            <TextField
              label="密码"
              name="password"
              type="password"
              autoComplete="current-password"
              error={fields.password}
            />
          ) : null}
          <div className="actions">
            <Button type="submit" variant="primary" busy={busy}>
              {busy ? "请稍候…" : "确认"}
            </Button>
            <LinkButton to={next} variant="quiet">
              返回
            </LinkButton>
          </div>
        </Form>
      ) : hasPasskey ? null : (
        <p>你的账号没有密码，也没有第二步验证。请先在“账号与安全”设置密码。</p>
      )}
    </div>
  );
}

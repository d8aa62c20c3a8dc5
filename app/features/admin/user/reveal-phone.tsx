import { Form } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { useAdminForm } from "#app/features/admin/use-admin-form";

/** Shows a member's full phone number once, for a reason that is logged. */
export function RevealPhone() {
  const form = useAdminForm<{ phone: string | null }, { intent: string; reason: string }>(["reason"], ["reveal"]);
  const { ref, busy, field, notice, result } = form;
  if (result?.status === "ok") {
    return (
      <p>
        完整手机号：<strong className="numbers">{result.data.phone ?? "未绑定"}</strong>
      </p>
    );
  }
  return (
    <Form ref={ref} method="post" className="admin-inline" noValidate>
      <AdminNotice notice={notice} />
      <input type="hidden" name="intent" value="reveal" />
      <TextField label="看完整手机号的原因（记入日志）" {...field("reason")} />
      <Button type="submit" busy={busy}>
        显示手机号
      </Button>
    </Form>
  );
}

import { Form } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { useAdminForm } from "#app/features/admin/use-admin-form";

/** Form for a code of an authenticator app, submitted to its own page; `label` is its button's. */
export function CodeForm({ intent, label }: { intent: "confirm" | "verify"; label: string }) {
  const { ref, busy, fields, notice } = useAdminForm<unknown, object>(["code"]);
  return (
    <Form ref={ref} method="post" className="form" noValidate reloadDocument>
      <AdminNotice notice={notice} />
      <input type="hidden" name="intent" value={intent} />
      <TextField label="验证码" name="code" autoComplete="one-time-code" autoFocus required error={fields.code} />
      <Button type="submit" variant="primary" busy={busy}>
        {busy ? "请稍候…" : label}
      </Button>
    </Form>
  );
}

import { Form } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import type { PurgeForm as Values } from "./change-user.server";

/** Form that deletes everything of a spam account, after a preview. */
export function PurgeForm({ nickname }: { nickname: string }) {
  const { ref, busy, field, notice, values } = useAdminForm<unknown, Values>(["reason"], ["try-purge", "purge"]);
  return (
    <Form ref={ref} method="post" className="form" noValidate>
      <AdminNotice notice={notice} />
      <TextField label="清除的原因，用户登录时会看到" {...field("reason")} maxLength={400} />
      {values?.tried ? <p role="status">{values.tried}</p> : null}
      <div className="admin-head__actions">
        <Button type="submit" name="intent" value="try-purge" busy={busy}>
          先看看会怎样
        </Button>
        <Button type="submit" name="intent" value="purge" variant="danger" busy={busy}>
          清除 {nickname}
        </Button>
      </div>
    </Form>
  );
}

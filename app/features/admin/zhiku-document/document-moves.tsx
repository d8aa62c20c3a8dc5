import { Form } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import type { EditedZhikuContent } from "#app/contract/admin/zhiku/content";
import type { DocumentMove } from "./change-document.server";

type Props = { one: EditedZhikuContent; reason: string; error: string | undefined; busy: boolean };

/** Forms that change a document's state: hide, show, remove. */
export function DocumentMoves({ one: { title, state }, reason, error, busy }: Props) {
  const button = (intent: DocumentMove, label: string) => (
    <Button
      type="submit"
      name="intent"
      value={intent}
      variant={intent === "hide" || intent === "remove" ? "danger" : "plain"}
      busy={busy}
    >
      {label}
    </Button>
  );
  return (
    <Form method="post" className="form admin-danger">
      {state === "removed" ? (
        button("restore", "恢复这份资料")
      ) : (
        <>
          <TextField label="原因，记入日志" name="reason" defaultValue={reason} error={error} />
          <div className="admin-head__actions">
            {state === "hidden" ? button("show", "重新显示") : null}
            {state === "public" ? button("hide", `隐藏“${title}”`) : null}
            {button("remove", `删除“${title}”`)}
          </div>
        </>
      )}
    </Form>
  );
}

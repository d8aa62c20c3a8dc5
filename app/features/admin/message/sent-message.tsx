import { Form } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { Time } from "#app/components/ui/time";
import type { StaffMessage } from "#app/contract/admin/content/message";
import { audienceName, withCommas } from "./message-states";

type Props = {
  message: StaffMessage & { recipients: number };
  maySend: boolean;
  /** Submitted reason. */
  reason: string | undefined;
  error: string | undefined;
  busy: boolean;
};

/** A scheduled, sent or withdrawn message, with a form to withdraw it. */
export function SentMessage({ message, maySend, reason, error, busy }: Props) {
  const { state, sendAt, sentAt } = message;
  const mayWithdraw = maySend && (state === "scheduled" || state === "sending" || state === "sent");
  return (
    <>
      <dl className="admin-panel admin-facts">
        <dt>正文</dt>
        <dd>{message.text || "无"}</dd>
        <dt>点开去哪里</dt>
        <dd>{message.path || "无"}</dd>
        <dt>发给</dt>
        <dd>
          {audienceName(message)}
          {message.to === "members" ? `：${message.memberIds.join("、")}` : ""}
        </dd>
        <dt>{state === "scheduled" ? "将发给" : "收到的人"}</dt>
        <dd className="numbers">{withCommas(state === "scheduled" ? message.recipients : message.reached)}</dd>
        <dt>{sentAt ? "发出" : "定于"}</dt>
        <dd>{(sentAt ?? sendAt) ? <Time value={sentAt ?? sendAt ?? ""} format="datetime" /> : "—"}</dd>
      </dl>
      {mayWithdraw ? (
        <Form method="post" className="form admin-danger" noValidate>
          <p>{state === "scheduled" ? "还没有发出，撤回后变回草稿。" : "撤回后从所有人的通知里消失，不能再恢复。"}</p>
          <TextField label="原因（选填，记入日志）" name="reason" defaultValue={reason ?? ""} error={error} />
          <Button type="submit" name="intent" value="withdraw" variant="danger" disabled={busy}>
            {`撤回“${message.title}”`}
          </Button>
        </Form>
      ) : null}
    </>
  );
}

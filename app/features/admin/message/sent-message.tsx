import { Form } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { Time } from "#app/components/ui/time";
import type { StaffMessage } from "#app/contract/admin/content/message";
import { Fact } from "#app/features/admin/fact";
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
        <Fact label="正文">{message.text || "无"}</Fact>
        <Fact label="点开去哪里">{message.path || "无"}</Fact>
        <Fact label="发给">
          {audienceName(message)}
          {message.to === "members" ? `：${message.memberIds.join("、")}` : ""}
        </Fact>
        <Fact label={state === "scheduled" ? "将发给" : "收到的人"} className="numbers">
          {withCommas(state === "scheduled" ? message.recipients : message.reached)}
        </Fact>
        <Fact label={sentAt ? "发出" : "定于"}>
          {(sentAt ?? sendAt) ? <Time value={sentAt ?? sendAt ?? ""} format="datetime" /> : "—"}
        </Fact>
      </dl>
      {mayWithdraw ? (
        <Form method="post" className="form admin-danger" noValidate>
          <p>{state === "scheduled" ? "还没有发出，撤回后变回草稿。" : "撤回后从所有人的通知里消失，不能再恢复。"}</p>
          <TextField label="原因（选填，记入日志）" name="reason" defaultValue={reason ?? ""} error={error} />
          <Button type="submit" name="intent" value="withdraw" variant="danger" busy={busy}>
            {`撤回“${message.title}”`}
          </Button>
        </Form>
      ) : null}
    </>
  );
}

import { Form } from "@remix-run/react";
import { type FormEvent, type RefObject, useState } from "react";
import { Button } from "#app/components/ui/button";
import { FlashMessage } from "#app/components/ui/flash-message";
import { TextField } from "#app/components/ui/text-field";
import { withCommas } from "./message-states";

type Props = {
  formRef: RefObject<HTMLFormElement>;
  version: number;
  /** Number of members it would reach now. */
  recipients: number;
  /** Submitted time, in China's time zone. */
  sendAt: string | undefined;
  error: string | undefined;
  /** Whether the draft has changes that are not saved yet; known with scripts only. */
  unsaved: () => boolean;
  busy: boolean;
};

/** Sends a draft: its button shows the number of recipients. Without a time it is sent immediately. */
export function SendMessageForm({ formRef, version, recipients, sendAt, error, unsaved, busy }: Props) {
  const [held, setHeld] = useState(false);
  const hold = (event: FormEvent) => {
    const changed = unsaved();
    setHeld(changed);
    if (changed) event.preventDefault();
  };
  return (
    <Form ref={formRef} method="post" className="form admin-danger" noValidate onSubmit={hold}>
      {held ? (
        <FlashMessage kind="error" message="上面改过的内容还没有保存，发出去的会是旧的：请先按“存为草稿”" />
      ) : null}
      <h2 className="admin-form__title">发出</h2>
      <p>
        将发给 <strong className="numbers">{withCommas(recipients)}</strong> 人。改过上面的内容要先保存，人数才是新的。
      </p>
      <input type="hidden" name="version" value={version} />
      <TextField
        label="定时（选填，北京时间）"
        name="sendAt"
        type="datetime-local"
        defaultValue={sendAt ?? ""}
        help="留空：现在就发。定时的到点半分钟内发出，之前都可以撤回。"
        error={error}
      />
      <Button
        type="submit"
        name="intent"
        value="send"
        variant="primary"
        busy={busy}
        disabled={recipients === 0}
      >{`发给 ${withCommas(recipients)} 人`}</Button>
    </Form>
  );
}

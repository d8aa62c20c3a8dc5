import { Button } from "#app/components/ui/button";
import { Tag } from "#app/components/ui/tag";
import { TextField } from "#app/components/ui/text-field";
import { Time } from "#app/components/ui/time";
import type { Passkey } from "#app/contract/people/passkey";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { FormNotice, RefusalNotice } from "#app/forms/form-notice";
import { WriterField } from "#app/forms/writer-field";
import { useAccountForm } from "./use-account-form";
import { useKeptOpen } from "./use-kept-open";

/** Row of one's own passkey: its name and last use, a collapsed form to rename it, and its removal. */
export function PasskeyRow({ passkey, removable }: { passkey: Passkey; removable: boolean }) {
  const { id, name, synced, createdAt, lastUsedAt } = passkey;
  const removal = useAccountForm("passkeys", `remove-${id}`);
  const { result } = removal;
  // The refusal of an unverified owner, who has been verified since.
  const over = removable && result?.status === "refused" && result.code === "FORBIDDEN";
  return (
    <li className="session">
      <div className="session__words">
        <p className="session__device">
          {name}
          {synced ? <Tag>已同步到你的其他设备</Tag> : null}
        </p>
        <p className="session__facts">
          <Time value={createdAt} /> 添加 ·{" "}
          {lastUsedAt ? (
            <>
              最近使用 <Time value={lastUsedAt} />
            </>
          ) : (
            "还没有用过"
          )}
        </p>
        <PasskeyName key={name} id={String(id)} name={name} />
        {over ? null : <RefusalNotice notice={removal.notice} />}
      </div>
      {removable ? (
        <removal.Form action={removal.action} method="post">
          <WriterField notice={removal.notice} />
          <input type="hidden" name="part" value={`remove-${id}`} />
          <input type="hidden" name="passkey" value={id} />
          <Button
            type="submit"
            name="intent"
            value="remove-passkey"
            size="small"
            variant="danger"
            busy={removal.busy}
            aria-label={`移除通行密钥「${name}」`}
          >
            移除
          </Button>
        </removal.Form>
      ) : null}
    </li>
  );
}

/** Form to rename a passkey; `id` as its form sends it. */
export function PasskeyName({ id, name, open = false }: { id: string; name: string; open?: boolean }) {
  const part = `name-${id}`;
  const { Form, action, ref, busy, typed, fields, notice, done } = useAccountForm("passkeys", part);
  const unsent = useUnsent(ref, done);
  const keptOpen = useKeptOpen(unsent.restored, done);
  return (
    <details className="passkey-name" open={open || keptOpen || Boolean(typed)}>
      <summary>改名</summary>
      <Form ref={ref} action={action} method="post" className="form" data-unsent={`passkey:${id}`} noValidate>
        <input type="hidden" name="part" value={part} />
        <input type="hidden" name="passkey" value={id} />
        <UnsentNotice {...unsent} />
        <FormNotice notice={notice} />
        <TextField label="名称" name="name" defaultValue={typed?.name ?? name} error={fields.name} />
        <Button type="submit" name="intent" value="rename-passkey" size="small" busy={busy}>
          保存
        </Button>
      </Form>
    </details>
  );
}

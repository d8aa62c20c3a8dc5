import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { MAIL_ADDRESS_MAX } from "#app/contract/limits";
import type { OwnAddress } from "#app/contract/notification/mail-address";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { type Unsent, useUnsent } from "#app/features/unsent/use-unsent";
import { FormNotice } from "#app/forms/form-notice";
import { Setting } from "./setting";
import { useAccountForm } from "./use-account-form";
import { useKeptOpen } from "./use-kept-open";

/** Setting of the mail address for notifications; null if it could not be loaded. */
export function MailSetting({ mail }: { mail: OwnAddress | null }) {
  const address = useAccountForm("mail", "address");
  const code = useAccountForm("mail", "code");
  const unsent = useUnsent(address.ref, address.done);
  const keptOpen = useKeptOpen(unsent.restored, address.done);
  const waiting = mail?.waiting ?? null;
  const value = mail?.address
    ? `${mail.address}${mail.stoppedAt ? "，投递失败，已停止寄信" : ""}`
    : waiting
      ? "等你填验证码"
      : "未填写，通知不会寄到邮箱";
  return (
    <Setting
      form="mail"
      title="邮箱"
      value={value}
      label={mail?.address ? "更换" : "填写"}
      open={Boolean(address.typed) || keptOpen || Boolean(code.typed) || waiting !== null}
    >
      {waiting ? <CodeForm form={code} to={waiting.address} /> : null}
      <AddressForm
        form={address}
        unsent={unsent}
        label={waiting ? "另一个邮箱，或重发验证码" : mail?.address ? "新邮箱" : "邮箱"}
      />
      {mail?.address ? <RemoveForm /> : null}
    </Setting>
  );
}

type Form = ReturnType<typeof useAccountForm>;

function CodeForm({ form, to }: { form: Form; to: string }) {
  const { Form, action, ref, busy, fields, notice } = form;
  return (
    <Form ref={ref} action={action} method="post" className="form" noValidate>
      <input type="hidden" name="part" value="code" />
      <FormNotice notice={notice} />
      <TextField
        label={`寄到 ${to} 的验证码`}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        error={fields.code}
        help="15 分钟内有效。没有收到？看看垃圾箱，或在下面重发。"
      />
      <Button type="submit" name="intent" value="confirm-mail" variant="primary" busy={busy}>
        {busy ? "请稍候…" : "确认邮箱"}
      </Button>
    </Form>
  );
}

type AddressProps = {
  form: Form;
  unsent: Unsent;
  label: string;
};

function AddressForm({ form, unsent, label }: AddressProps) {
  const { Form, action, ref, busy, typed, fields, notice, done } = form;
  return (
    <Form key={done} ref={ref} action={action} method="post" className="form" noValidate data-unsent="account-mail">
      <input type="hidden" name="part" value="address" />
      <UnsentNotice {...unsent} />
      <FormNotice notice={notice} />
      <TextField
        label={label}
        name="address"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={MAIL_ADDRESS_MAX}
        defaultValue={typed?.address}
        error={fields.address}
        help="只用来给你寄你要的通知，别人看不到，也不能用它登录。"
      />
      <Button type="submit" name="intent" value="ask-mail" variant={label === "邮箱" ? "primary" : "plain"} busy={busy}>
        {busy ? "正在发送…" : "发送验证码"}
      </Button>
    </Form>
  );
}

function RemoveForm() {
  const { Form, action, ref, busy, notice } = useAccountForm("mail", "remove");
  return (
    <Form ref={ref} action={action} method="post" className="form">
      <input type="hidden" name="part" value="remove" />
      <FormNotice notice={notice} />
      <Button type="submit" name="intent" value="remove-mail" variant="danger" busy={busy}>
        移除邮箱
      </Button>
    </Form>
  );
}

import { useState } from "react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { CodeField } from "#app/features/sms-code/code-field";
import { defaultIntent } from "#app/features/sms-code/code-step";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { DefaultButton } from "#app/forms/default-button";
import { FormNotice } from "#app/forms/form-notice";
import { EndOthersField } from "./end-others-field";
import { Setting } from "./setting";
import { useAccountForm } from "./use-account-form";
import { useKeptOpen } from "./use-kept-open";

/** Form for another phone number, verified by a code to the old one and a code to the new one. */
export function PhoneSetting({ phone }: { phone: string | null }) {
  const { Form, action, ref, busy, typed, step, fields, notice, done } = useAccountForm("phone");
  const [phoneError, setPhoneError] = useState<string | null>(null);
  const unsent = useUnsent(ref, done);
  const keptOpen = useKeptOpen(unsent.restored, done);
  const label = phone ? "更换手机号" : "绑定手机号";
  return (
    <Setting
      form="phone"
      key={done}
      title="手机号"
      value={phone ?? "未绑定"}
      label={phone ? "更换" : "绑定"}
      open={Boolean(typed) || keptOpen}
    >
      <Form
        ref={ref}
        action={action}
        method="post"
        className="form"
        noValidate
        data-unsent="account-phone"
        onSubmit={() => setPhoneError(null)}
      >
        <UnsentNotice {...unsent} />
        <DefaultButton value={defaultIntent(step, "change-phone")}>{label}</DefaultButton>
        <FormNotice notice={notice} />
        {phone ? (
          <CodeField
            label={`原手机 ${phone} 的验证码`}
            name="currentCode"
            purpose="current-phone"
            value={typed?.currentCode}
            error={fields.currentCode}
            posted={step}
          />
        ) : null}
        <TextField
          label="新手机号"
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          placeholder="11 位手机号"
          defaultValue={typed?.phone}
          onChange={() => setPhoneError(null)}
          error={(phoneError ?? fields.phone) || undefined}
        />
        <CodeField
          label="新手机的验证码"
          name="code"
          purpose="change-phone"
          value={typed?.code}
          error={fields.code}
          posted={step}
          onPhoneError={setPhoneError}
        />
        <EndOthersField values={typed} />
        <Button type="submit" name="intent" value="change-phone" variant="primary" busy={busy}>
          {busy ? "请稍候…" : label}
        </Button>
      </Form>
    </Setting>
  );
}

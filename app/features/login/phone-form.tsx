import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#app/components/ui/button";
import { FieldError } from "#app/components/ui/field-error";
import { FlashMessage } from "#app/components/ui/flash-message";
import { TextField } from "#app/components/ui/text-field";
import { useGuardedRequests } from "#app/features/network/use-guarded-requests";
import { CodeField } from "#app/features/sms-code/code-field";
import { defaultIntent } from "#app/features/sms-code/code-step";
import { DefaultButton } from "#app/forms/default-button";
import { focusInvalid } from "#app/forms/focus-invalid";
import { NO_ERRORS, useFieldErrors } from "#app/forms/use-field-errors";
import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";
import type { LoginResult } from "./login-result";

type Props = {
  method: "sms" | "password";
  /** Path that the form posts to. */
  action: string;
  purpose?: "login" | "bind-weixin";
  /** Path to go to afterwards. */
  next: string;
  /** Result of this form's submission without scripts. */
  posted: LoginResult | undefined;
  phone: string;
  onPhone: (phone: string) => void;
  label?: string;
};

/** Form for a phone number with an SMS code or a password. */
export function PhoneForm({ method, action, purpose = "login", next, posted, phone, onPhone, label = "登录" }: Props) {
  useGuardedRequests();
  const fetcher = useFetcher<LoginResult>();
  const [phoneError, setPhoneError] = useState<string | null>(null);
  const busy = fetcher.state !== "idle";
  const result = fetcher.data ?? posted;
  const form = useRef<HTMLFormElement>(null);
  const policies = useRoot()?.site.policies;
  // Not by `useFormResult`, which is larger than needed: anonymous readers should load little.
  useEffect(() => {
    if (fetcher.data) focusInvalid(form.current);
  }, [fetcher.data]);
  // Values typed before hydration are not in the state yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once
  useEffect(() => {
    const typed = form.current?.querySelector<HTMLInputElement>("[name=phone]")?.value;
    if (typed) onPhone(typed);
  }, []);
  const told = result?.fields ?? NO_ERRORS;
  const fields = useFieldErrors(form, told);
  const general = !busy && !["phone", "code", "password", "agreed"].some((name) => told[name]) && result?.message;
  return (
    <fetcher.Form
      ref={form}
      method="post"
      action={action}
      className="login-form__fields"
      noValidate
      onSubmit={() => setPhoneError(null)}
    >
      <DefaultButton value={defaultIntent(result?.step, "login")}>{label}</DefaultButton>
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name="method" value={method} />
      {general ? (
        <FlashMessage
          kind="error"
          message={general}
          action={result?.status === "refused" ? result.detail : undefined}
        />
      ) : null}
      <TextField
        label="手机号"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national webauthn"
        placeholder="11 位手机号"
        defaultValue={phone}
        onChange={(event) => {
          onPhone(event.target.value);
          setPhoneError(null);
        }}
        error={(phoneError ?? fields.phone) || undefined}
      />
      {method === "password" ? (
        <TextField
          label="密码"
          name="password"
          type="password"
          autoComplete="current-password"
          error={fields.password}
        />
      ) : (
        <>
          <CodeField
            label="验证码"
            name="code"
            purpose={purpose}
            value={posted?.values?.code}
            error={fields.code}
            posted={result?.step}
            onPhoneError={setPhoneError}
          />
          {policies ? (
            <div className="field">
              <label className="login-form__terms">
                <input
                  type="checkbox"
                  name="agreed"
                  defaultChecked={posted?.values?.agreed}
                  {...(fields.agreed ? { "aria-invalid": true, "aria-describedby": "agreed-error" } : {})}
                />
                我已阅读并同意
                <a href={paths.terms()} target="_blank" rel="noopener">
                  用户协议
                </a>
                和
                <a href={paths.privacy()} target="_blank" rel="noopener">
                  隐私政策
                </a>
              </label>
              <FieldError id="agreed-error" message={fields.agreed} />
            </div>
          ) : null}
        </>
      )}
      <Button type="submit" name="intent" value="login" variant="primary" size="large" block busy={busy}>
        {busy ? "请稍候…" : label}
      </Button>
    </fetcher.Form>
  );
}

import { TextField } from "#app/components/ui/text-field";
import { CodeField } from "#app/features/sms-code/code-field";
import type { CodeStep, OwnPhonePurpose } from "#app/features/sms-code/code-step";
import type { AccountValues } from "./account-result";

type Props = {
  hasPassword: boolean;
  phone: string | null;
  /** Name and label of the password field. */
  password: { name: string; label: string };
  purpose: OwnPhonePurpose;
  /** Submitted values of a form sent without scripts. */
  values: Partial<AccountValues> | undefined;
  fields: Record<string, string>;
  step: CodeStep | null | undefined;
};

/**
 * Form fields to verify the owner: by the password or by a code to their phone number; the style sheet hides the
 * unselected one.
 */
export function ProofFields({ hasPassword, phone, password, purpose, values, fields, step }: Props) {
  const byCode = values?.proof === "code";
  return (
    <>
      {hasPassword && phone ? (
        <fieldset className="field">
          <legend className="field__label">怎样证明是你本人</legend>
          <div className="choices">
            <label className="choice">
              <input type="radio" name="proof" value="password" defaultChecked={!byCode} />
              {password.label}
            </label>
            <label className="choice">
              <input type="radio" name="proof" value="code" defaultChecked={byCode} />
              短信验证码
            </label>
          </div>
        </fieldset>
      ) : (
        <input type="hidden" name="proof" value={hasPassword ? "password" : "code"} />
      )}
      {hasPassword ? (
        <div className="by-password">
          <TextField
            label={password.label}
            name={password.name}
            type="password"
            autoComplete="current-password"
            error={fields[password.name]}
          />
        </div>
      ) : null}
      {phone ? (
        <div className={hasPassword ? "by-code" : undefined}>
          <CodeField
            label={`发往 ${phone} 的验证码`}
            name="code"
            purpose={purpose}
            value={values?.code}
            error={fields.code}
            posted={step}
          />
        </div>
      ) : null}
    </>
  );
}

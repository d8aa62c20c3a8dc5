import { Form, useNavigation } from "@remix-run/react";
import { useRef, useState } from "react";
import { Button } from "#app/components/ui/button";
import { FlashMessage } from "#app/components/ui/flash-message";
import { TextField } from "#app/components/ui/text-field";
import type { ZhikuProfile } from "#app/contract/zhiku/profile";
import { CodeField } from "#app/features/sms-code/code-field";
import { defaultIntent } from "#app/features/sms-code/code-step";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { DefaultButton } from "#app/forms/default-button";
import { fieldOf } from "#app/forms/field-of";
import { FormNotice } from "#app/forms/form-notice";
import { ShownField } from "#app/forms/shown-field";
import { useFormResult } from "#app/forms/use-form-result";
import { useOffered } from "#app/hooks/offered";
import { type ProfileResult, profileTexts } from "./profile-result";

type Props = {
  /** Stored profile; null if it can't be loaded, and the form only returns the submitted values. */
  profile: Omit<ZhikuProfile, "rights"> | null;
  /** The account's phone number, masked; null if there is none. */
  accountPhone: string | null;
  result: ProfileResult | undefined;
  /** Label of the save button. */
  save: string;
  /** Price and days, as shown, of the offer that is bought next; empty for none. */
  seen: string;
};

const PROVEN = "与账号的手机号相同时不用验证；填别的号码，要用短信验证码证明它是你的";

const NOTHING = {
  name: "",
  company: "",
  department: "",
  position: "",
  phone: "",
  email: "",
  rejected: 0,
  rejectReason: "",
} as const;

/** Form for the six fields of the professional profile, with a code if the phone number is not verified. */
export function ZhikuProfileForm({ profile: stored, accountPhone, result, save, seen }: Props) {
  const profile = stored ?? NOTHING;
  const busy = useNavigation().state !== "idle";
  const typed = result?.values;
  const [phone, setPhone] = useState(typed?.phone ?? profile.phone);
  const [phoneError, setPhoneError] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const unsent = useUnsent(form);
  const sms = useOffered("sms");
  const { fields, notice, step } = useFormResult(form, result, { busy });
  const code = step?.kind === "payer" ? undefined : step;
  const ticket = phone === typed?.phone ? typed.phoneTicket : "";
  const line = (name: "name" | "company" | "department" | "position" | "email") =>
    fieldOf(name, typed, profile[name], fields);
  return (
    <Form
      ref={form}
      method="post"
      replace
      className="form zhiku-profile"
      data-unsent="zhiku-profile"
      noValidate
      onSubmit={() => setPhoneError(null)}
    >
      <UnsentNotice {...unsent} />
      <DefaultButton value={defaultIntent(code, "save")}>{save}</DefaultButton>
      {profile.rejected === 1 ? (
        <FlashMessage kind="error" message={`职业信息被退回：${profile.rejectReason}。修改后保存，即可继续使用知库`} />
      ) : null}
      <FormNotice notice={notice} />
      <ShownField texts={stored && profileTexts(stored)} answered={typed?.shown} />
      <input type="hidden" name="seen" value={seen} />
      <TextField {...line("name")} label="姓名" autoComplete="name" />
      <div className="field-pair">
        <TextField {...line("company")} label="公司" autoComplete="organization" />
        <TextField {...line("department")} label="部门" autoComplete="off" />
      </div>
      <div className="field-pair">
        <TextField {...line("position")} label="职位" autoComplete="organization-title" />
        <TextField {...line("email")} label="邮箱" type="email" inputMode="email" autoComplete="email" />
      </div>
      <TextField
        label="手机号"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        defaultValue={typed?.phone ?? profile.phone}
        onChange={(event) => {
          setPhone(event.target.value);
          setPhoneError(null);
        }}
        error={(phoneError ?? fields.phone) || undefined}
        help={sms ? PROVEN : undefined}
      />
      {ticket ? (
        <p className="field__help" role="status">
          <input type="hidden" name="phoneTicket" value={ticket} />
          这个手机号已经验证
        </p>
      ) : !needsProof(phone, [profile.phone, accountPhone]) ? null : sms ? (
        <CodeField
          label="手机验证码"
          name="code"
          purpose="verify-phone"
          value={typed?.code}
          error={fields.code}
          posted={code}
          onPhoneError={setPhoneError}
        />
      ) : (
        <p className="field__help" role="status">
          本站没有开通短信，无法验证别的号码，请填账号绑定的手机号
        </p>
      )}
      <Button type="submit" name="intent" value="save" variant="primary" size="large" busy={busy}>
        {busy ? "请稍候…" : save}
      </Button>
    </Form>
  );
}

/** Whether a number differs from the known ones, one of which is masked; the upstream decides finally. */
function needsProof(typed: string, known: readonly (string | null)[]): boolean {
  const phone = typed
    .normalize("NFKC")
    .replace(/[\s-]/g, "")
    .replace(/^(?:\+|00)?86(?=1\d{10}$)/, "");
  return phone !== "" && !known.includes(phone) && !known.includes(phone.replace(/^(\d{3})\d+(\d{4})$/, "$1****$2"));
}

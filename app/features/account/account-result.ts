import type { CodeStep } from "#app/features/sms-code/code-step";
import type { FormResult } from "#app/forms/form-result";

/** The forms of the account pages. */
export type AccountForm =
  | "avatar"
  | "profile"
  | "phone"
  | "password"
  | "weixin"
  | "passkeys"
  | "mail"
  | "sessions"
  | "close";

/** Proof that a form of `/account/secure` asked for, and by what. */
export type AskedForm = { code: boolean; password: boolean; unbinds: boolean };

/** Typed texts of `/account/secure` that come back: everything but passwords. */
export const SECURE_TEXTS = [
  "phone",
  "code",
  "currentCode",
  "proof",
  "sure",
  "endOthers",
  "name",
  "passkey",
  "part",
  "address",
] as const;
type ProfileText = "nickname" | "headline" | "bio" | "company" | "city" | "collectionsPrivate";

/** Typed texts of one of them. */
export type AccountValues = {
  form: AccountForm;
  /** Proof that the form asked for that comes back although nobody can tell any more whose it is. */
  asked: AskedForm;
} & Record<(typeof SECURE_TEXTS)[number] | ProfileText, string>;

/** Result of one of them. */
export type AccountResult = FormResult<null, AccountValues, CodeStep>;

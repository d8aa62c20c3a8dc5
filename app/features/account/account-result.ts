import type { CodeStep } from "#app/features/sms-code/code-step";
import type { FormResult } from "#app/forms/form-result";
import type { ProfileText } from "./profile-texts";

/** Forms of the account pages. */
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

/** Proof of ownership that a submitted form contained (a code, a password), and whether the form unbinds WeChat. */
export type AskedForm = { code: boolean; password: boolean; unbinds: boolean };

/** Submitted values of `/account/secure` that are returned: everything but passwords. */
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

/** Submitted values of an account form. */
export type AccountValues = {
  form: AccountForm;
  /** Proof that the form asked for, so that it can be rendered again although the session has ended. */
  asked: AskedForm;
  /** Values that the profile form had shown, in JSON; see `mergeShown`. */
  shown: string;
} & Record<(typeof SECURE_TEXTS)[number] | ProfileText, string>;

/** Result of an account form. */
export type AccountResult = FormResult<{ shown: string } | null, AccountValues, CodeStep>;

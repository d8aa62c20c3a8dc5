/** Purposes of codes that are sent to the phone number in the form. */
export const TO_ANY_PHONE = ["login", "bind-weixin", "change-phone", "verify-phone"] as const;
/** Purposes of codes that are sent to the viewer's own number. */
export const TO_OWN_PHONE = [
  "current-phone",
  "change-password",
  "change-weixin",
  "change-passkey",
  "close-account",
] as const;

/** Purpose of a code to the phone number in the form. */
export type AnyPhonePurpose = (typeof TO_ANY_PHONE)[number];
/** Purpose of a code to the viewer's own number. */
export type OwnPhonePurpose = (typeof TO_OWN_PHONE)[number];
/** Purpose of a code. */
export type CodePurpose = AnyPhonePurpose | OwnPhonePurpose;

/** Whether the code is sent to the viewer's own number. */
export const isToOwnPhone = (purpose: CodePurpose): purpose is OwnPhonePurpose =>
  TO_OWN_PHONE.some((one) => one === purpose);

/** Step of the request for a code. */
export type CodeStep = { purpose: CodePurpose } & (
  | { kind: "sent"; resendAfter: number }
  /** Letters to type from a picture (PNG in base64); for browsers without scripts. */
  | { kind: "captcha"; token: string; picture: string; error: string | null }
);

/** Button value that requests a code, or another picture. */
export const askFor = (purpose: CodePurpose, what: "send-code" | "new-captcha" = "send-code") => `${what}:${purpose}`;

/** Name of the form field for the code. */
export const codeFieldOf = (purpose: CodePurpose): "code" | "currentCode" =>
  purpose === "current-phone" ? "currentCode" : "code";

/** Intent submitted by Enter in a form with a code: while a picture is shown, sending its letters. */
export const defaultIntent = (step: CodeStep | null | undefined, otherwise: string): string =>
  step?.kind === "captcha" ? askFor(step.purpose) : otherwise;

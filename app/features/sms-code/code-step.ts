/** Purpose of a code. The last five go to the own number of the person who is logged in. */
export type CodePurpose =
  | "login"
  | "bind-weixin"
  | "change-phone"
  | "verify-phone"
  | "current-phone"
  | "change-password"
  | "change-weixin"
  | "change-passkey"
  | "close-account";

/** Step that asking for a code has come to. */
export type CodeStep = { purpose: CodePurpose } & (
  | { kind: "sent"; resendAfter: number }
  /** Letters are to be typed off a picture (PNG in base64); for browsers without scripts. */
  | { kind: "captcha"; token: string; picture: string; error: string | null }
);

/** The value of the button that asks for a code, or for another picture. */
export const askFor = (purpose: CodePurpose, what: "send-code" | "new-captcha" = "send-code") => `${what}:${purpose}`;

/** The name of the field that takes the code. */
export const codeFieldOf = (purpose: CodePurpose): "code" | "currentCode" =>
  purpose === "current-phone" ? "currentCode" : "code";

/** Meaning of Enter in a form with a code: while letters are to be typed, to send them. */
export const defaultIntent = (step: CodeStep | null | undefined, otherwise: string): string =>
  step?.kind === "captcha" ? askFor(step.purpose) : otherwise;

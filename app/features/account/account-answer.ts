import type { CodeStep } from "#app/features/sms-code/code-step";

/** The forms of the account pages. */
export type AccountForm = "avatar" | "profile" | "phone" | "password" | "weixin" | "sessions" | "close";

/** What a form of `/account/secure` wanted to have proven, and by what. */
export type AskedForm = { code: boolean; password: boolean; unbinds: boolean };

/** What became of one of them. */
export type AccountAnswer = {
  form: AccountForm;
  ok: boolean;
  message: string;
  /** The login has ended meanwhile; after another one the form can be sent again. */
  login?: boolean;
  /** What the form asked for that comes back although nobody can tell any more whose it is. */
  asked?: AskedForm;
  fields: Record<string, string>;
  /** What was typed, passwords apart. */
  values: Record<string, string>;
  /** How far asking for a code has come. */
  step: CodeStep | null;
};

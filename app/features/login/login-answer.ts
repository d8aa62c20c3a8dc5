import type { CodeStep } from "#app/features/sms-code/code-step";

export type LoginMethod = "sms" | "password" | "weixin";

/** What a login form is told when it did not log in, with what was typed. */
export type LoginAnswer = {
  message: string;
  fields: Record<string, string>;
  phone: string;
  code: string;
  method: LoginMethod;
  next: string;
  /** How far asking for a code has come. */
  step: CodeStep | null;
};

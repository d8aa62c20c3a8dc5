import type { CodeStep } from "#app/features/sms-code/code-step";

/** The names of the form's fields. `phoneTicket` stands for a number that was proven a moment ago. */
export const TYPED = ["name", "company", "department", "position", "phone", "email", "code", "phoneTicket"] as const;

export type ProfileValues = Record<(typeof TYPED)[number], string>;

/** What the form is told when the profile was not kept (yet), with what was typed. */
export type ProfileAnswer = {
  message: string;
  fields: Record<string, string>;
  values: ProfileValues;
  /** How far asking for a code has come. */
  step: CodeStep | null;
  /** The login has ended meanwhile. */
  login: boolean;
  /** Saved; to buy what was chosen, WeChat's page has to say first who is going to pay. */
  wechatUrl: string | null;
};

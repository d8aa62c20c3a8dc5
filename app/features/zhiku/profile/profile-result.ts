import type { CodeStep } from "#app/features/sms-code/code-step";
import type { PayerStep } from "#app/features/zhiku/rights/purchase-result";
import type { FormResult } from "#app/forms/form-result";

/** Names of the fields that are stored. */
const TEXTS = ["name", "company", "department", "position", "phone", "email"] as const;
/** Names of the form's fields. `phoneTicket` stands for a number that was just verified. */
export const TYPED = [...TEXTS, "code", "phoneTicket"] as const;

type Texts = Record<(typeof TEXTS)[number], string>;
export type ProfileValues = Record<(typeof TYPED)[number], string> & {
  /** Values that the form had shown, in JSON; see `mergeShown`. */
  shown: string;
};

/** Values with which the form shows a stored profile. */
export const profileTexts = (profile: Texts) => Object.fromEntries(TEXTS.map((name) => [name, profile[name]])) as Texts;

/** Result of a profile that was not saved (yet), or that was saved without leading to an order yet. */
export type ProfileResult = FormResult<never, ProfileValues, CodeStep | PayerStep>;

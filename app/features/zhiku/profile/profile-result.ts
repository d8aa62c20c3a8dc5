import type { CodeStep } from "#app/features/sms-code/code-step";
import type { PayerStep } from "#app/features/zhiku/rights/purchase-result";
import type { FormResult } from "#app/forms/form-result";

/** Names of the form's fields. `phoneTicket` stands for a number that was just verified. */
export const TYPED = ["name", "company", "department", "position", "phone", "email", "code", "phoneTicket"] as const;

export type ProfileValues = Record<(typeof TYPED)[number], string>;

/** Result of a profile that was not saved (yet), or that was saved without leading to an order yet. */
export type ProfileResult = FormResult<never, ProfileValues, CodeStep | PayerStep>;

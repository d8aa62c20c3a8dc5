import type { FlashAction } from "#app/components/ui/flash-message";
import type { CodeStep } from "#app/features/sms-code/code-step";
import type { FormResult } from "#app/forms/form-result";

/** Login method of a form. */
export type LoginMethod = "sms" | "password" | "weixin";

/** Values of a login form. */
export type LoginValues = { phone: string; code: string; method: LoginMethod; next: string; agreed: boolean };

/** Result of a login form that has not logged in (yet); for a banned member who may appeal, with a link to that. */
export type LoginResult = FormResult<never, LoginValues, CodeStep, FlashAction>;

import type { FlashAction } from "#app/components/ui/flash-message";
import type { CodeStep } from "#app/features/sms-code/code-step";
import type { FormResult } from "#app/forms/form-result";

/** Way of logging in that a form is for. */
export type LoginMethod = "sms" | "password" | "weixin";

/** Typed texts of a login form. */
export type LoginValues = { phone: string; code: string; method: LoginMethod; next: string; agreed: boolean };

/** Result of a login form that did not log in (yet); of who is banned and may appeal, with the way to it. */
export type LoginResult = FormResult<never, LoginValues, CodeStep, FlashAction>;

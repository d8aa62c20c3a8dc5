import { NETWORK_MESSAGE } from "#app/contract/codes";

/**
 * Result of a submitted form: the one value that every action returns and every form reads (`useFormResult`).
 * @template Data data created by the action
 * @template Values submitted values, by field name
 * @template Step state of a form that takes more than one step
 * @template Detail details of a refusal, such as the stored text of a conflict
 */
export type FormResult<Data = null, Values = object, Step = never, Detail = never> =
  | Done<Data>
  | Refused<Values, Detail>
  | ([Step] extends [never] ? never : InStep<Step, Values>);

/** Success; the message, if any, is shown when the reader stays on the page. */
export type Done<Data = null> = {
  status: "ok";
  data: Data;
  message?: string;
  fields?: never;
  step?: never;
  values?: never;
};

/** Failure. Without a connection the submitted values are unknown, so any of `values` may be missing. */
export type Refused<Values = object, Detail = never> = {
  status: "refused";
  /** A code of the contract's `codes.ts`. */
  code: string;
  /** Message for the whole form, in Chinese. */
  message: string;
  /** Messages by field, in Chinese. */
  fields: Record<string, string>;
  /** Submitted values, without passwords. */
  values: Partial<Values>;
  detail?: Detail;
  /** The member who is logged in now, if it is not the one for whom the form was rendered. */
  writer?: number;
  /** Link to what helps: the appeal against the sanction that bars the member from this. */
  remedy?: { label: string; to: string; apart: true };
  step?: never;
};

/** Not finished: the form is shown again with its values for the next step. */
export type InStep<Step, Values = object> = {
  status: "step";
  step: Step;
  values: Partial<Values>;
  message?: never;
  fields?: never;
};

/** Success without data. */
export const DONE: Done = { status: "ok", data: null };

/** Fields that the result of a form that could not be sent has at least. */
export const SENT_ALONG: readonly string[] = ["intent", "idempotencyKey"];

/** Result, in the browser, of a request that could not be sent; nothing typed is lost. */
export const NOT_SENT: Refused = {
  status: "refused",
  code: "NETWORK",
  message: NETWORK_MESSAGE,
  fields: {},
  values: {},
};

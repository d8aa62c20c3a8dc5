import { NETWORK_MESSAGE } from "#app/contract/codes";

/**
 * Result of a form that was sent: the one value that every action gives, and every form reads (`useFormResult`).
 * @template Data what there is now that was not before
 * @template Values what was typed, by the names of the form's fields
 * @template Step how far a form got that needs more than one
 * @template Detail what a refusal is about, such as the stored text of a conflict
 */
export type FormResult<Data = null, Values = object, Step = never, Detail = never> =
  | Done<Data>
  | Refused<Values, Detail>
  | ([Step] extends [never] ? never : InStep<Step, Values>);

/** It is done; the message, if there is one, is said to whoever stays on the page. */
export type Done<Data = null> = {
  status: "ok";
  data: Data;
  message?: string;
  fields?: never;
  step?: never;
  values?: never;
};

/** It was not done. Without a connection nobody knows what was typed, so `values` may lack any of them. */
export type Refused<Values = object, Detail = never> = {
  status: "refused";
  /** Of the contract's `codes.ts`. */
  code: string;
  /** The refusal as a whole, in Chinese. */
  message: string;
  /** Its reasons by field, in Chinese. */
  fields: Record<string, string>;
  /** Typed texts, passwords apart. */
  values: Partial<Values>;
  detail?: Detail;
  step?: never;
};

/** It is not done yet: the form comes back with what was typed, to go on. */
export type InStep<Step, Values = object> = {
  status: "step";
  step: Step;
  values: Partial<Values>;
  message?: never;
  fields?: never;
};

/** Done, with nothing more to tell. */
export const DONE: Done = { status: "ok", data: null };

/** Result in a browser of a form that could not be sent: nothing that was typed is lost. */
export const NOT_SENT: Refused = {
  status: "refused",
  code: "NETWORK",
  message: NETWORK_MESSAGE,
  fields: {},
  values: {},
};

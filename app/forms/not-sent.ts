import { NOT_SENT, type Refused, SENT_ALONG } from "./form-result";

/** Parts of a previous result that are kept, whatever its form. */
type Kept = { values?: Record<string, unknown>; step?: unknown; detail?: unknown };

/**
 * Result, in the browser, of a form that could not be sent. The form keeps what its previous result has made of it:
 * values by which its fields are keyed, steps, and the key under which it is stored once.
 * @param sent the form's fields
 * @param previous result of the same action; ignored if it is that of another form on the page
 */
export function notSent(sent: FormData | undefined, previous: unknown): Omit<Refused, "step" | "detail"> & Kept {
  const { values = {}, step, detail } = (previous ?? {}) as Kept;
  const names = SENT_ALONG.filter((name) => sent?.has(name));
  const own = Object.fromEntries(names.map((name) => [name, sent?.get(name)]));
  const isOther = values.intent !== undefined && values.intent !== own.intent;
  return isOther ? { ...NOT_SENT, values: own } : { ...NOT_SENT, step, detail, values: { ...values, ...own } };
}

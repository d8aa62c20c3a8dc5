import { type FormResult, NOT_SENT, SENT_ALONG } from "./form-result";

type Answered = FormResult<unknown, Record<string, unknown>, unknown, unknown> | null | undefined;

/**
 * Result, in the browser, of a form that could not be sent. The form keeps what its previous result has made of it:
 * values by which its fields are keyed, steps, and the key under which it is stored once.
 * @param sent the form's fields
 * @param answered previous result of the same action; ignored if it is that of another form on the page
 */
export function notSent(sent: FormData | undefined, answered: unknown): FormResult<never, object, unknown> {
  const { step, values, ...more } = (answered ?? {}) as NonNullable<Answered>;
  const own: Record<string, unknown> = {};
  for (const name of SENT_ALONG) if (sent?.has(name)) own[name] = sent.get(name);
  const same = values?.intent === undefined || values.intent === own.intent;
  const detail = same && "detail" in more ? { detail: more.detail } : {};
  return {
    ...NOT_SENT,
    ...detail,
    ...(same && step ? { step } : {}),
    values: { ...(same && values), ...own },
  } as never;
}

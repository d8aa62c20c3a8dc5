/** Name of the form field. */
export const IDEMPOTENCY_KEY = "idempotencyKey";
const BYTES = 16;

/** Creates an unused key. Not with `randomUUID`, which browsers only have on https. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Key that a form was submitted with; undefined if none. */
export function idempotencyKeyOf(form: FormData): string | undefined {
  const key = form.get(IDEMPOTENCY_KEY);
  return typeof key === "string" && key !== "" ? key : undefined;
}

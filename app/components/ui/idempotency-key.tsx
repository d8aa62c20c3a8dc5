import { useState } from "react";

/** The field's name in every form. */
export const IDEMPOTENCY_KEY = "idempotencyKey";
const BYTES = 16;

/** A key that nothing was sent under yet. Not `randomUUID`, which browsers have on https alone. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The key that a form was sent under; undefined for one without. */
export function idempotencyKeyOf(form: FormData): string | undefined {
  const key = form.get(IDEMPOTENCY_KEY);
  return typeof key === "string" && key !== "" ? key : undefined;
}

/**
 * Makes a form that is sent twice count once: each rendering has a key of its own, and the upstream does each key once.
 * A form that comes back unfinished keeps its key (`value`); one that is done with gets another by its React `key`.
 */
export function IdempotencyKey({ value }: { value?: string | undefined }) {
  const [made] = useState(newIdempotencyKey);
  // The browser makes another than the server did, and leaves the server's in place.
  return <input type="hidden" name={IDEMPOTENCY_KEY} value={value ?? made} suppressHydrationWarning />;
}

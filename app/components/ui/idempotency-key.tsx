import { useState } from "react";

/** Field name in every form. */
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

/**
 * Makes a form that is submitted twice count once: each rendering has its own key, and the upstream processes each key
 * once. A returned form keeps its key (`value`); one that is done gets a new one by its React `key`.
 */
export function IdempotencyKey({ value }: { value?: string | undefined }) {
  const [made] = useState(newIdempotencyKey);
  // The browser generates a different key than the server; the server's is kept.
  return <input type="hidden" name={IDEMPOTENCY_KEY} value={value ?? made} suppressHydrationWarning />;
}

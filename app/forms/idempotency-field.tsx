import { useState } from "react";
import { IDEMPOTENCY_KEY, newIdempotencyKey } from "./idempotency-key";

/**
 * Makes a form that is submitted twice count once: each rendering has its own key, and the upstream processes each key
 * once. A returned form keeps its key (`value`); one that is done gets a new one by its React `key`.
 */
export function IdempotencyKey({ value }: { value?: string | undefined }) {
  const [made] = useState(newIdempotencyKey);
  // The browser generates a different key than the server; the server's is kept.
  return <input type="hidden" name={IDEMPOTENCY_KEY} value={value ?? made} suppressHydrationWarning />;
}

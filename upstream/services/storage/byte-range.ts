/** First and last byte, inclusive. */
export type ByteRange = { from: number; to: number };

/**
 * Parses a single range of a `Range` header for `size` bytes (RFC 9110 §14).
 * @returns null if there is no supported range (several ranges and other units are ignored), `"unsatisfiable"` if it
 * lies outside
 */
export function readRange(header: string | null, size: number): ByteRange | "unsatisfiable" | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "");
  if (!match) return null;
  const [, first = "", last = ""] = match;
  if (!first && !last) return null;
  if (!first) {
    const suffix = Number(last);
    return suffix === 0 || size === 0 ? "unsatisfiable" : { from: Math.max(0, size - suffix), to: size - 1 };
  }
  const from = Number(first);
  const to = last ? Math.min(Number(last), size - 1) : size - 1;
  if (last && Number(last) < from) return null;
  return from >= size ? "unsatisfiable" : { from, to };
}

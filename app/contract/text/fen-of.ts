/**
 * Parses an amount in yuan as typed (`198`, `9.90`, `¥1,980`) into fen; returns -1, which no call accepts, for anything
 * else.
 */
export function fenOf(typed: string): number {
  const plain = typed
    .trim()
    .replace(/^[¥￥]/, "")
    .replaceAll(",", "");
  return /^\d{1,9}(?:\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : -1;
}

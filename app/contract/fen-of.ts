/** An amount in yuan as people type it (`198`, `9.90`, `¥1,980`) in fen; -1, which no call takes, for anything else. */
export function fenOf(typed: string): number {
  const plain = typed
    .trim()
    .replace(/^[¥￥]/, "")
    .replaceAll(",", "");
  return /^\d{1,9}(?:\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : -1;
}

/**
 * Parses an amount in yuan as typed (`198`, `9.90`, `¥1,980`, also in full width) into fen. Returns -1, which no call
 * accepts, for anything else, such as `9,90`, which might mean 9.90 or 990: a comma must separate thousands.
 */
export function fenOf(typed: string): number {
  const plain = typed.normalize("NFKC").trim().replace(/^¥/, "");
  const amount = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/.test(plain) ? plain.replaceAll(",", "") : null;
  return amount === null ? -1 : Math.min(Math.round(Number(amount) * 100), Number.MAX_SAFE_INTEGER);
}

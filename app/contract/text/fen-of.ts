/**
 * Parses an amount in yuan as typed (`198`, `9.90`, `¥1,980`, in full width, too) into fen; returns -1, which no call
 * accepts, for anything else. A comma stands before three digits or not at all: `9,90` might mean 9.90 or 990.
 */
export function fenOf(typed: string): number {
  const plain = typed.normalize("NFKC").trim().replace(/^¥/, "");
  const amount = /^(?:\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.\d{1,2})?$/.test(plain) ? plain.replaceAll(",", "") : null;
  return amount === null ? -1 : Math.round(Number(amount) * 100);
}

/**
 * Parses a number as typed (`365`, also in full width). Anything else, such as `1e3` or nothing, is returned as it is,
 * which no call accepts: NaN would be sent as null, which some calls take for "none".
 */
export function numberOf(typed: string): number {
  const plain = typed.normalize("NFKC").trim();
  return /^-?\d{1,15}(?:\.\d+)?$/.test(plain) ? Number(plain) : (typed as unknown as number);
}

/** Normal quantile for 95 % confidence. */
const Z = 1.96;

/**
 * Score of an answer: the lower bound of the Wilson score interval for the share of upvotes, from 0 to 1. Few votes
 * count little, so 1 of 1 ranks below 9 of 10. Source: E. B. Wilson, "Probable inference, the law of succession, and
 * statistical inference" (1927).
 */
export function wilsonLowerBound(up: number, down: number): number {
  // Without upvotes exactly 0, despite rounding.
  if (up === 0) return 0;
  const n = up + down;
  const share = up / n;
  const spread = Z * Math.sqrt((share * (1 - share) + (Z * Z) / (4 * n)) / n);
  return (share + (Z * Z) / (2 * n) - spread) / (1 + (Z * Z) / n);
}

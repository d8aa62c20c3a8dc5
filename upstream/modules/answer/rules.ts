/** The normal quantile of 95 % confidence. */
const Z = 1.96;

/**
 * The order of answers: the lower bound of the Wilson score interval for the share of people who agree,
 * from 0 to 1. Few votes are trusted little, so 1 of 1 stands below 9 of 10.
 * Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference" (1927).
 */
export function wilsonLowerBound(up: number, down: number): number {
  // Nobody agrees: exactly 0, which rounding would miss.
  if (up === 0) return 0;
  const n = up + down;
  const share = up / n;
  const spread = Z * Math.sqrt((share * (1 - share) + (Z * Z) / (4 * n)) / n);
  return (share + (Z * Z) / (2 * n) - spread) / (1 + (Z * Z) / n);
}

const TEN_THOUSAND = 10_000;
const HUNDRED_MILLION = 100_000_000;
/** Unread counts show 99+ above this. */
const BADGE_MAX = 99;

/** Formats a count: 9999, 1.2 万, 3 亿. */
export function formatCount(value: number): string {
  if (value < TEN_THOUSAND) return String(value);
  const [unit, word] = value < HUNDRED_MILLION ? [TEN_THOUSAND, "万"] : [HUNDRED_MILLION, "亿"];
  // Truncated, not rounded: 1 万 must have been reached.
  return `${(Math.floor((value * 10) / unit) / 10).toString()} ${word}`;
}

/** Formats a count of unread entries: 99, 99+. */
export const formatUnread = (value: number): string => (value > BADGE_MAX ? `${BADGE_MAX}+` : String(value));

/** A number in short form. */
export function Count({ value }: { value: number }) {
  return <span className="numbers">{formatCount(value)}</span>;
}

/** Badge with a number, e.g. on a bell; renders nothing for 0. `label` says what is counted. */
export function Badge({ value, label }: { value: number; label: string }) {
  if (value <= 0) return null;
  return (
    <span className="badge numbers">
      <span aria-hidden="true">{formatUnread(value)}</span>
      <span className="visually-hidden">{`${value} ${label}`}</span>
    </span>
  );
}

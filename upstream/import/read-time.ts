const TIME =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/;
/** Of times that name no zone: the people who wrote them live there. */
const CHINA = "+08:00";

/**
 * A time as blogs write it: `2024-05-01`, `2024/5/1 9:30`, `2024-05-01T09:30:00+08:00`. Without a zone it is China's.
 * @returns null for anything else, days that no month has included.
 */
export function readTime(value: unknown): Date | null {
  const match = typeof value === "string" ? TIME.exec(value.trim()) : null;
  if (!match) return null;
  const [, year = "", month = "", day = "", hour = "0", minute = "0", second = "0", zone = CHINA] = match;
  const two = (part: string) => part.padStart(2, "0");
  const date = `${year}-${two(month)}-${two(day)}`;
  if (new Date(`${date}T00:00:00Z`).getUTCDate() !== Number(day)) return null;
  const time = new Date(`${date}T${two(hour)}:${two(minute)}:${two(second)}${zone.replace(/(\d\d)(\d\d)$/, "$1:$2")}`);
  return Number.isNaN(time.getTime()) || Number(year) < 1970 ? null : time;
}

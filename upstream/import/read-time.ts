const TIME =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]+(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,9}))?)?)?\s*(Z|UTC|GMT|CST|[+-]\d{2}:?\d{2})?$/i;
const CHINESE =
  /^(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]\s*(?:(\d{1,2})\s*[:：时点]\s*(\d{1,2})\s*(?:[:：分]\s*(\d{1,2})?\s*秒?)?)?()()$/;
const TOGETHER = /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?)?()()$/;
/** Time zone of times without one: that of the authors. */
const CHINA = "+08:00";
const ZONES: Record<string, string> = { "": CHINA, CST: CHINA, Z: "Z", UTC: "Z", GMT: "Z" };

/**
 * Parses times in blogs' formats: `2024-05-01`, `2024/5/1 9:5`, `2024年5月1日`, `20240501`, `2024-05-01T09:30:00+08:00`.
 * Without a zone, Chinese time is assumed.
 * @returns null for anything else, including impossible dates
 */
export function readTime(value: unknown): Date | null {
  const written = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
  const match = TIME.exec(written) ?? CHINESE.exec(written) ?? TOGETHER.exec(written);
  if (!match) return null;
  const [, year = "", month = "", day = "", hour = "0", minute = "0", second = "0", fraction = "", zone = ""] = match;
  const two = (part: string) => part.padStart(2, "0");
  const date = `${year}-${two(month)}-${two(day)}`;
  if (new Date(`${date}T00:00:00Z`).getUTCDate() !== Number(day)) return null;
  const at = ZONES[zone.toUpperCase()] ?? zone.replace(/(\d\d)(\d\d)$/, "$1:$2");
  const time = new Date(
    `${date}T${two(hour)}:${two(minute)}:${two(second)}.${fraction.padEnd(3, "0").slice(0, 3)}${at}`,
  );
  return Number.isNaN(time.getTime()) || Number(year) < 1970 ? null : time;
}

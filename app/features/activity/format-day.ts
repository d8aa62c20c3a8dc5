import { formatDate } from "#app/components/ui/format-time";

/** The parts of a date in China: 3月, 2, 周日. @param instant ms since 1970 */
export function formatDay(instant: number): { month: string; day: string; weekday: string } {
  const date = formatDate(instant);
  if (!date) return { month: "", day: "", weekday: "" };
  const [, month, day] = date.split("-").map(Number);
  // A date without time is parsed as UTC, whatever the browser's time zone is.
  return { month: `${month}月`, day: String(day), weekday: `周${"日一二三四五六"[new Date(date).getUTCDay()]}` };
}

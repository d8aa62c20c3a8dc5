import { formatDate } from "#app/components/ui/format-time";

/** The parts of a day in China: 3月, 2, 周日. @param instant ms since 1970 */
export function formatDay(instant: number): { month: string; day: string; weekday: string } {
  const date = formatDate(instant);
  if (!date) return { month: "", day: "", weekday: "" };
  const [, month, day] = date.split("-").map(Number);
  // A date alone is read as one in UTC, wherever the browser is.
  return { month: `${month}月`, day: String(day), weekday: `周${"日一二三四五六"[new Date(date).getUTCDay()]}` };
}

import { formatDateTime } from "#app/components/ui/format-time";

/** An instant (ISO 8601) as a field for a day and a time of day has it, in China's time; empty for none. */
export const chinaMinute = (instant: string | null): string =>
  instant === null ? "" : formatDateTime(Date.parse(instant)).replace(" ", "T");

/** Instant that was typed into such a field; null for nothing, and as it was typed where it is no time. */
export function instantOf(typed: string): string | null {
  const [minute = ""] = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.exec(typed.trim()) ?? [];
  const instant = Date.parse(`${minute.replace(" ", "T")}:00+08:00`);
  if (typed.trim() === "") return null;
  return Number.isNaN(instant) ? typed : new Date(instant).toISOString();
}

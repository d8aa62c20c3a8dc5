import { formatDateTime } from "#app/components/ui/format-time";

/** Formats an instant (ISO 8601) for a `datetime-local` field, in China's time; empty for null. */
export const datetimeLocal = (instant: string | null): string =>
  instant === null ? "" : formatDateTime(Date.parse(instant)).replace(" ", "T");

/**
 * Instant (ISO 8601) of such a field's value, read as China's time; null if empty, the value itself if it is no time.
 */
export function instantOf(typed: string): string | null {
  const [minute = ""] = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.exec(typed.trim()) ?? [];
  const instant = Date.parse(`${minute.replace(" ", "T")}:00+08:00`);
  if (typed.trim() === "") return null;
  return Number.isNaN(instant) ? typed : new Date(instant).toISOString();
}

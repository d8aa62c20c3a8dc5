import { formatDay } from "./format-day";

/** The day on which something begins, as a leaf of a calendar. Its time stands beside it in words. */
export function ActivityDay({ value }: { value: string }) {
  const { month, day, weekday } = formatDay(Date.parse(value));
  return (
    <p className="day-leaf" aria-hidden="true">
      <span>{month}</span>
      <strong>{day}</strong>
      <span>{weekday}</span>
    </p>
  );
}

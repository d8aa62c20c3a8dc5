import { formatDay } from "./format-day";

/** The date on which something begins, as a calendar leaf. Its time is shown beside it as text. */
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

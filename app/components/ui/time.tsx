import { useContext } from "react";
import { formatDate, formatDateTime, formatRelative, formatSpan } from "./format-time";
import { ShownTimesContext } from "./shown-times";
import { useNow } from "./use-now";

type Props = {
  /** ISO 8601. */
  value: string;
  /** `relative` by default. */
  format?: "relative" | "date" | "datetime";
  className?: string;
};

/** A time in China's time zone, relative by default; the exact one in `title`. */
export function Time({ value, format = "relative", className }: Props) {
  const now = useNow();
  useContext(ShownTimesContext)?.(value);
  const instant = Date.parse(value);
  const exact = formatDateTime(instant);
  const shown = format === "relative" ? formatRelative(instant, now) : format === "date" ? formatDate(instant) : exact;
  return (
    <time dateTime={value} title={exact} className={className}>
      {shown}
    </time>
  );
}

/** A time span. Both ISO 8601. */
export function TimeSpan({ start, end }: { start: string; end: string }) {
  const now = useNow();
  return <time dateTime={start}>{formatSpan(Date.parse(start), Date.parse(end), now)}</time>;
}

import { useContext } from "react";
import { formatDate, formatDateTime, formatRelative, formatSpan } from "./format-time";
import { ShownTimesContext } from "./shown-times";
import { useNow } from "./use-now";

type Props = {
  /** ISO 8601. */
  value: string;
  /** `relative` unless said otherwise. */
  format?: "relative" | "date" | "datetime";
  className?: string;
};

/** A moment in China's time, as people say it; the exact one in `title`. */
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

/** From when to when. Both ISO 8601. */
export function TimeSpan({ start, end }: { start: string; end: string }) {
  const now = useNow();
  return <time dateTime={start}>{formatSpan(Date.parse(start), Date.parse(end), now)}</time>;
}

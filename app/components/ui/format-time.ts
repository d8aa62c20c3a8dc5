const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** China has one time zone without daylight saving time, so plain arithmetic is enough, and faster than Intl. */
const CHINA = 8 * HOUR;

const two = (value: number): string => String(value).padStart(2, "0");

/** Days since 1970, in China's time. */
const dayOf = (instant: number): number => Math.floor((instant + CHINA) / DAY);

function parts(instant: number) {
  const date = new Date(instant + CHINA);
  return {
    day: dayOf(instant),
    date: `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`,
    clock: `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`,
    month: date.getUTCMonth() + 1,
    dayOfMonth: date.getUTCDate(),
    weekday: "日一二三四五六"[date.getUTCDay()] ?? "",
    year: date.getUTCFullYear(),
  };
}

/**
 * Minutes shown for times less than an hour ago: one by one up to ten, then in steps of five and ten. Each step
 * invalidates the cached pages that show it.
 */
const MINUTES_SAID = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50];

/** Relative time: 刚刚, 3 分钟前, 5 小时前, 昨天 14:05, 2025-03-02. Both in ms since 1970, shown in China's time. */
export function formatRelative(instant: number, now: number): string {
  const age = now - instant;
  if (Number.isNaN(age)) return "";
  // Slight clock differences don't count as the future.
  if (age < -MINUTE) return parts(instant).date;
  if (age < MINUTE) return "刚刚";
  if (age < HOUR) return `${MINUTES_SAID.findLast((said) => said * MINUTE <= age)} 分钟前`;
  const daysAgo = dayOf(now) - dayOf(instant);
  if (daysAgo === 0) return `${Math.floor(age / HOUR)} 小时前`;
  return daysAgo === 1 ? `昨天 ${parts(instant).clock}` : parts(instant).date;
}

/** Time in ms since 1970 until which `formatRelative` returns the same; at most the end of the day in China. */
export function relativeUntil(instant: number, now: number): number {
  const age = now - instant;
  const midnight = dayEnd(now);
  if (Number.isNaN(age)) return midnight;
  if (age < -MINUTE) return Math.min(instant - MINUTE, midnight);
  if (age < MINUTE) return Math.min(instant + MINUTE, midnight);
  const nextHour = (Math.floor(age / HOUR) + 1) * HOUR;
  const next = age < HOUR ? (MINUTES_SAID.find((said) => said * MINUTE > age) ?? 60) * MINUTE : nextHour;
  const until = instant + next;
  return dayOf(now) === dayOf(instant) || age < HOUR ? Math.min(until, midnight) : midnight;
}

/** End of the day in China in ms since 1970, when 昨天 and omitted years become wrong. */
export const dayEnd = (now: number): number => (dayOf(now) + 1) * DAY - CHINA;

/** Formats a date: 2025-03-02. */
export const formatDate = (instant: number): string => (Number.isNaN(instant) ? "" : parts(instant).date);

/** Formats a date and time: 2025-03-02 14:05. */
export function formatDateTime(instant: number): string {
  if (Number.isNaN(instant)) return "";
  const { date, clock } = parts(instant);
  return `${date} ${clock}`;
}

/** Time span, without a line break after the dash: 3月2日 周日 14:00–17:00, or both dates if it is longer; with the year if it differs. */
export function formatSpan(start: number, end: number, now: number): string {
  if (Number.isNaN(start) || Number.isNaN(end)) return "";
  const [from, to, today] = [parts(start), parts(end), parts(now)];
  const day = (p: typeof from, before: typeof from) =>
    `${p.year === before.year ? "" : `${p.year}年`}${p.month}月${p.dayOfMonth}日`;
  return from.day === to.day
    ? `${day(from, today)} 周${from.weekday} ${from.clock}–\u2060${to.clock}`
    : `${day(from, today)} ${from.clock} 至 ${day(to, from)} ${to.clock}`;
}

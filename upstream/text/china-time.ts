import { DAY, HOUR } from "#runtime/time-units";

const EIGHT_HOURS = 8 * HOUR;

/** An instant in Chinese local time: `2026-03-01T16:00:00`. */
export const chinaTime = (at: Date): string => new Date(at.getTime() + EIGHT_HOURS).toISOString().slice(0, 19);

/** The instant (ISO 8601) at which a day (`2026-03-01`) begins in China, or `later` days after it. */
export const chinaDayStart = (day: string, later = 0): string =>
  new Date(Date.parse(`${day}T00:00:00+08:00`) + later * DAY).toISOString();

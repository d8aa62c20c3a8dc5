/** Milliseconds of a second. */
export const SECOND = 1_000;
/** Milliseconds of a minute. */
export const MINUTE = 60 * SECOND;
/** Milliseconds of an hour. */
export const HOUR = 60 * MINUTE;
/** Milliseconds of a day of 24 hours. */
export const DAY = 24 * HOUR;

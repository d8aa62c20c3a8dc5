import { DAY } from "#runtime/time-units";

/** Milliseconds for which what somebody deleted can be brought back. */
const RECOVERABLE = 30 * DAY;

/** Deleted before this (ISO 8601), a thing is gone for good. */
export const purgeCutoff = (now: Date): string => new Date(now.getTime() - RECOVERABLE).toISOString();

/** Until when something can be brought back. */
export const recoverableUntil = (deletedAt: string): string =>
  new Date(Date.parse(deletedAt) + RECOVERABLE).toISOString();

import { DAY } from "#runtime/time-units";

/** Milliseconds for which a deleted text can be restored. */
const RECOVERABLE = 30 * DAY;

/** Time (ISO 8601) before which deleted things are purged. */
export const purgeCutoff = (now: Date): string => new Date(now.getTime() - RECOVERABLE).toISOString();

/** Time until which something can be restored. */
export const recoverableUntil = (deletedAt: string): string =>
  new Date(Date.parse(deletedAt) + RECOVERABLE).toISOString();

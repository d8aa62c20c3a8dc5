import { HOUR } from "#runtime/time-units";

const EIGHT_HOURS = 8 * HOUR;

/** An instant as clocks in China show it: `2026-03-01T16:00:00`. */
export const chinaTime = (at: Date): string => new Date(at.getTime() + EIGHT_HOURS).toISOString().slice(0, 19);

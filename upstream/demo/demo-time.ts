import { DAY, HOUR } from "#runtime/time-units";
import type { Chance } from "./chance";

/**
 * A time `days` days before `now`, at a plausible hour. Never in the future, and never before `after` (the parent
 * text).
 */
export function daysAgo(now: Date, days: number, chance: Chance, after?: string): string {
  const earliest = after === undefined ? 0 : Date.parse(after) + 60_000;
  const wished = now.getTime() - days * DAY - chance.between(0, 14) * HOUR - chance.between(0, 3599) * 1000;
  return new Date(Math.min(now.getTime() - 60_000, Math.max(earliest, wished))).toISOString();
}

/**
 * A time some minutes to some days after another; for young texts, times are spread over their life so far.
 * @param left number of times still to be placed, including this one
 */
export function soonAfter(now: Date, time: string, chance: Chance, left = 1): string {
  const from = Date.parse(time);
  const room = Math.max(0, now.getTime() - 60_000 - from);
  const share = Math.min(1, 2 / left);
  const wished = Math.min(5 * 60_000, room / (left + 1)) + chance.next() ** 3 * Math.min(room, 6 * DAY) * share;
  return new Date(from + Math.floor(Math.min(room, wished))).toISOString();
}

/** ISO time some days before or after a moment. */
export const shifted = (now: Date, days: number): string => new Date(now.getTime() + days * DAY).toISOString();
/** ISO time some hours after another. */
export const plusHours = (time: string, hours: number): string =>
  new Date(Date.parse(time) + hours * HOUR).toISOString();

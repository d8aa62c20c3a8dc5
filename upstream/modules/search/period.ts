import type { SearchPeriod } from "#app/contract/reading/search";
import { DAY } from "#runtime/time-units";
import { type Call, isoAgo } from "#upstream/call/context";

const DAYS: Record<SearchPeriod, number> = { day: 1, week: 7, month: 30, year: 365 };

/** Start of the search period. */
export function sinceOf(call: Pick<Call, "clock">, period: SearchPeriod | undefined): string | undefined {
  if (period === undefined) return undefined;
  return isoAgo(call, DAYS[period] * DAY);
}

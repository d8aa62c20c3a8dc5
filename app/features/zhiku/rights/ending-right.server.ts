import type { ZhikuCategory } from "#app/contract/zhiku/category";
import { ENDING_SOON, type UserRight } from "#app/contract/zhiku/rights";
import { endAt } from "#app/server/request-scope.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { coveredUntil } from "./lead-offer";
import { scopeName } from "./right-states";

/**
 * The member's next right that ends within a week without a successor; null if none. A page that shows it is only
 * cached until the result changes.
 */
export function endingRight(
  { context }: ServerArgs,
  rights: readonly UserRight[],
  categories: readonly ZhikuCategory[],
): { name: string; categoryId: number | null; until: string } | null {
  const now = (context.now ?? new Date()).getTime();
  const ends = rights.flatMap(({ category, state }) => {
    const until = state === "active" ? coveredUntil({ category }, rights, categories) : null;
    return until === null ? [] : [{ name: scopeName(category), categoryId: category?.id ?? null, until }];
  });
  for (const { until } of ends) {
    for (const change of [Date.parse(until) - ENDING_SOON, Date.parse(until)]) if (change > now) endAt(context, change);
  }
  const next = ends.toSorted((a, b) => a.until.localeCompare(b.until))[0];
  return next && Date.parse(next.until) - now <= ENDING_SOON ? next : null;
}

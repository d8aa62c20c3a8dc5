import type { ZhikuCategory } from "#app/contract/zhiku/category";
import type { RightsOffer, UserRight } from "#app/contract/zhiku/rights";

/** Price per day in fen. */
export const perDay = ({ price, days }: Pick<RightsOffer, "price" | "days">): number => price / Math.max(days, 1);

/**
 * The recommended offer: the cheapest per day that opens everything wanted. `offers` all open a category; without one,
 * only an offer for everything qualifies.
 */
export function leadOf<T extends RightsOffer>(offers: readonly T[], { everything }: { everything: boolean }): T | null {
  const fit = everything ? offers.filter(({ category }) => category === null) : offers;
  return fit.reduce<T | null>((best, one) => (best === null || perDay(one) < perDay(best) ? one : best), null);
}

/** Savings of an offer for everything compared to one of the same duration for each category; 0 if unknown. */
export function savingOf(
  { category, price, days }: RightsOffer,
  offers: readonly RightsOffer[],
  categories: readonly ZhikuCategory[],
): number {
  if (category !== null) return 0;
  const tops = categories.filter(({ parentId }) => parentId === null);
  const singles = tops.map(({ id }) =>
    Math.min(...offers.filter((one) => one.category?.id === id && one.days === days).map((one) => one.price)),
  );
  const sum = singles.reduce((total, one) => total + one, 0);
  return singles.length > 1 && Number.isFinite(sum) ? Math.max(0, sum - price) : 0;
}

/** Number of documents that an offer opens; null if unknown. */
export function openedBy(
  { category }: Pick<RightsOffer, "category">,
  categories: readonly ZhikuCategory[],
): number | null {
  if (category) return categories.find(({ id }) => id === category.id)?.total ?? null;
  const tops = categories.filter(({ parentId }) => parentId === null);
  return tops.length === 0 ? null : tops.reduce((sum, { total }) => sum + total, 0);
}

/**
 * Time until which a member may read everything that an offer covers, including rights that start when the current one
 * ends; null if they may not now.
 */
export function coveredUntil(
  { category }: { category: { id: number } | null },
  rights: readonly UserRight[],
  categories: readonly ZhikuCategory[],
): string | null {
  const fit = rightsOpening({ category }, rights, categories);
  if (!fit.some(({ state }) => state === "active")) return null;
  const ends = fit.filter(({ state }) => state !== "expired").map(({ until }) => until);
  return ends.sort().at(-1) ?? null;
}

/** Rights that open everything that an offer covers, now, earlier or later. */
export function rightsOpening(
  { category }: { category: { id: number } | null },
  rights: readonly UserRight[],
  categories: readonly ZhikuCategory[],
): UserRight[] {
  const opening = category === null ? null : upwards(category.id, categories);
  return rights.filter((right) => right.category === null || opening?.has(right.category.id));
}

/** Current and upcoming rights to a part of what an offer covers. */
export function narrowerRights(
  { category }: { category: { id: number } | null },
  rights: readonly UserRight[],
  categories: readonly ZhikuCategory[],
): UserRight[] {
  return rights.filter((right) => {
    if (right.state === "expired" || !right.category || right.category.id === category?.id) return false;
    return category === null || upwards(right.category.id, categories).has(category.id);
  });
}

/** A category and its ancestors. */
export function upwards(id: number, categories: readonly ZhikuCategory[]): Set<number> {
  const line = new Set<number>();
  const parents = new Map(categories.map((one) => [one.id, one.parentId]));
  for (let at: number | null = id; at !== null && !line.has(at); at = parents.get(at) ?? null) line.add(at);
  return line;
}

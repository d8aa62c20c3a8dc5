import type { ZhikuCategory } from "#app/contract/zhiku/category";
import type { Order } from "#app/contract/zhiku/order";
import type { UserRight } from "#app/contract/zhiku/rights";
import { loadCategories } from "#app/features/zhiku/load-categories.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { narrowerRights } from "./lead-offer";
import { scopeName } from "./right-states";

/**
 * Text on what becomes of a member's narrower rights while one that opens more is active, to read before paying: their
 * days wait, except those of active gifts, which may have been given until a certain day. Null if there are none.
 */
export function rightsMeanwhile(
  offer: { category: { id: number } | null },
  rights: readonly UserRight[],
  categories: readonly ZhikuCategory[],
): string | null {
  const narrower = narrowerRights(offer, rights, categories);
  const isDated = ({ source, state }: UserRight) => source === "operator" && state === "active";
  const [waiting, dated] = [narrower.filter((right) => !isDated(right)), narrower.filter(isDated)];
  const texts = [
    ...(waiting.length > 0 ? [`你的${named(waiting)}等它结束后接着算，剩下的天数不会少`] : []),
    ...(dated.length > 0 ? [`送你的${named(dated)}仍在原定的那天结束，不会顺延`] : []),
  ];
  return texts.length > 0 ? texts.join("；") : null;
}

/** Text on the same for an order, whatever its offer covers by now; null if unknown. */
export async function rightsMeanwhileOrder(
  args: ServerArgs,
  { categoryId }: Pick<Order, "categoryId">,
  rights: readonly UserRight[] | undefined,
): Promise<string | null> {
  if (!rights?.length || categoryId === undefined) return null;
  const categories = await loadCategories(args);
  return (
    categories && rightsMeanwhile({ category: categoryId === null ? null : { id: categoryId } }, rights, categories)
  );
}

const named = (rights: readonly UserRight[]): string =>
  [...new Set(rights.map(({ category }) => `“${scopeName(category)}”`))].join("、");

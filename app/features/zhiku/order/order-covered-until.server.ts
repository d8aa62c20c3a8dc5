import type { Order } from "#app/contract/zhiku/order";
import type { UserRight } from "#app/contract/zhiku/rights";
import { loadCategories } from "#app/features/zhiku/load-categories.server";
import { coveredUntil, rightsOpening } from "#app/features/zhiku/rights/lead-offer";
import type { ServerArgs } from "#app/server/server-args.server";

/**
 * Time until which a member with these rights may read everything that an order opens, whatever its offer covers by
 * now; null if they may not, now or later; undefined if only later, or unknown.
 */
export async function orderCoveredUntil(
  args: ServerArgs,
  { categoryId }: Pick<Order, "categoryId">,
  rights: readonly UserRight[] | undefined,
): Promise<string | null | undefined> {
  if (!rights || categoryId === undefined) return undefined;
  if (rights.length === 0) return null;
  const categories = await loadCategories(args);
  if (!categories) return undefined;
  const offer = { category: categoryId === null ? null : { id: categoryId } };
  // One that has not begun has not ended either; its dates are in 我的权益.
  const waits = rightsOpening(offer, rights, categories).some(({ state }) => state === "upcoming");
  return coveredUntil(offer, rights, categories) ?? (waits ? undefined : null);
}

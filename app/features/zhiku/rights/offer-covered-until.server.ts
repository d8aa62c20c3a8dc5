import { type UserRight, zhikuRightsApi } from "#app/contract/zhiku/rights";
import { loadCategories } from "#app/features/zhiku/load-categories.server";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { coveredUntil } from "./lead-offer";

/**
 * Time until which a member with these rights may read everything that an offer covers; null if they may not now;
 * undefined if unknown: the offer is no longer on sale, or a call failed.
 */
export async function offerCoveredUntil(
  args: ServerArgs,
  offerId: number,
  rights: readonly UserRight[] | undefined,
): Promise<string | null | undefined> {
  if (!rights) return undefined;
  if (rights.length === 0) return null;
  const [offers, categories] = await Promise.all([
    optional(gateway(args).call(zhikuRightsApi.list, { query: {} })),
    loadCategories(args),
  ]);
  const offer = offers?.find(({ id }) => id === offerId);
  return offer && categories ? coveredUntil(offer, rights, categories) : undefined;
}

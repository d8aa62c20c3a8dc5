import type { Selectable } from "kysely";
import { BusinessError, found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { toBit } from "#upstream/db/schema/columns";
import type { ZhikuOffersTable } from "#upstream/db/schema/zhiku-orders";
import { bump } from "#upstream/db/versions";
import { type Position, requireWholeOrder } from "#upstream/policy/positions";
import { updateAtVersion } from "#upstream/policy/update-at-version";
import { markUsed } from "#upstream/services/storage/file-keys";
import { OFFERS_KEY, type OfferFields } from "./offers";

/** Row of an offer; undefined if there is none. */
export const findOffer = (db: Db, id: number): Promise<Selectable<ZhikuOffersTable> | undefined> =>
  db.selectFrom("zhiku_offers").selectAll().where("id", "=", id).executeTakeFirst();

/**
 * Updates an offer if it still has the given version; existing orders are unchanged. @returns the new version
 * @throws BusinessError CONFLICT
 */
export async function updateOffer(
  trx: Db,
  { id, version, fields }: { id: number; version: number; fields: Omit<OfferFields, "position"> },
): Promise<number> {
  const { categoryId, onSale, ...rest } = fields;
  await markUsed(trx, [rest.description]);
  const columns = { ...rest, category_id: categoryId, on_sale: toBit(onSale) };
  await updateAtVersion(trx, "zhiku_offers", { id, version }, columns);
  await bump(trx, [OFFERS_KEY]);
  return version + 1;
}

/** Reorders all offers. @returns their previous positions @throws BusinessError CONFLICT if the set has changed */
export async function placeOffers(trx: Db, places: readonly Position[]): Promise<Position[]> {
  const before = await trx
    .selectFrom("zhiku_offers")
    .select(["id", "position"])
    .orderBy("position")
    .orderBy("id")
    .execute();
  requireWholeOrder(before, places, "商品刚刚变了，请看过再排");
  for (const { id, position } of places) {
    await trx.updateTable("zhiku_offers").set({ position }).where("id", "=", id).execute();
  }
  await bump(trx, [OFFERS_KEY]);
  return before;
}

const USED = [
  ["zhiku_orders", "订单"],
  ["zhiku_redeem_codes", "兑换码"],
  ["zhiku_code_batches", "兑换码"],
] as const;

/** Deletes an offer without orders or codes. @throws BusinessError NOT_FOUND, CONFLICT with the reason */
export async function deleteOffer(trx: Db, id: number): Promise<void> {
  found(await findOffer(trx, id));
  for (const [table, name] of USED) {
    const used = await trx.selectFrom(table).select("offer_id").where("offer_id", "=", id).limit(1).executeTakeFirst();
    if (used) throw new BusinessError("CONFLICT", `它有${name}，不能删除，可以下架`);
  }
  await trx.deleteFrom("zhiku_offers").where("id", "=", id).execute();
  await bump(trx, [OFFERS_KEY]);
}

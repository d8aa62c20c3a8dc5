import type { z } from "zod";
import type { RightsOffer, rightsOffer } from "#app/contract/zhiku/rights";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { type Bit, toBit } from "#upstream/db/schema/columns";
import { bump } from "#upstream/db/versions";
import { CATEGORIES_KEY, categoryRef, categoryTree } from "#upstream/modules/zhiku/category/tree";

/** Version key of the offers on sale. */
export const OFFERS_KEY = "zhiku-offers";

/** Fields of a new offer. */
export type OfferFields = {
  name: string;
  description: string;
  /** Category that the right opens; null: all categories. */
  categoryId: number | null;
  /** Price in fen, at least 1, WeChat Pay's minimum. */
  price: number;
  days: number;
  position: number;
  onSale: boolean;
};

/** Creates an offer. @throws Error if the price can't be paid, or the right would have no duration */
export async function createOffer(trx: Db, { categoryId, onSale, ...fields }: OfferFields): Promise<{ id: number }> {
  for (const value of [fields.price, fields.days]) {
    if (!Number.isSafeInteger(value) || value < 1)
      throw new Error(`an offer of ${fields.price} fen, ${fields.days} days`);
  }
  const on_sale: Bit = toBit(onSale);
  const { id } = await trx
    .insertInto("zhiku_offers")
    .values({ ...fields, category_id: categoryId, on_sale })
    .returning("id")
    .executeTakeFirstOrThrow();
  await bump(trx, [OFFERS_KEY]);
  return { id };
}

/** Offers on sale in the operator's order; for a category, those that open it. */
export async function offersOnSale(
  services: Pick<Services, "db" | "cached">,
  categoryId: number | undefined,
): Promise<z.input<typeof rightsOffer>[]> {
  const tree = await categoryTree(services);
  const offers = await services.cached(
    "zhiku/offers",
    [OFFERS_KEY, CATEGORIES_KEY],
    async (): Promise<RightsOffer[]> => {
      const rows = await services.db
        .selectFrom("zhiku_offers")
        .select(["id", "name", "description", "category_id", "price", "days"])
        .where("on_sale", "=", 1)
        .orderBy("position")
        .orderBy("id")
        .execute();
      return rows
        .filter(({ category_id }) => category_id === null || tree.isShown(category_id))
        .map(({ category_id, ...row }) => ({
          ...row,
          category: category_id === null ? null : categoryRef(tree, category_id),
        }));
    },
  );
  if (categoryId === undefined) return offers;
  const opening = tree.upwards(categoryId);
  return offers.filter(({ category }) => category === null || opening.includes(category.id));
}

import type { Selectable } from "kysely";
import type { EditedOffer } from "#app/contract/admin/zhiku/offer";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import type { ZhikuOffersTable } from "#upstream/db/schema/zhiku-orders";
import { type CategoryTree, categoryRef, categoryTree } from "#upstream/modules/zhiku/category/tree";

/** All offers in the readers' order, or one; three statements. */
export async function listEditedOffers(services: Pick<Services, "db" | "cached">, id?: number): Promise<EditedOffer[]> {
  const { db } = services;
  const tree = await categoryTree(services);
  const rows = await db
    .selectFrom("zhiku_offers")
    .selectAll()
    .$if(id !== undefined, (query) => query.where("id", "=", id ?? 0))
    .orderBy("position")
    .orderBy("id")
    .execute();
  const [orders, codes] = [await countBy(db, "zhiku_orders", id), await countBy(db, "zhiku_redeem_codes", id)];
  return rows.map((row) => ({
    ...offerView(row, tree),
    orders: orders.get(row.id) ?? 0,
    codes: codes.get(row.id) ?? 0,
  }));
}

async function countBy(
  db: Db,
  table: "zhiku_orders" | "zhiku_redeem_codes",
  id?: number,
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom(table)
    .select(["offer_id", (eb) => eb.fn.countAll<number>().as("total")])
    .$if(id !== undefined, (query) => query.where("offer_id", "=", id ?? 0))
    .groupBy("offer_id")
    .execute();
  return new Map(rows.map(({ offer_id, total }) => [offer_id, Number(total)]));
}

const offerView = (row: Selectable<ZhikuOffersTable>, tree: CategoryTree) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  category: row.category_id === null ? null : categoryRef(tree, row.category_id),
  price: row.price,
  days: row.days,
  onSale: row.on_sale === 1,
  shown: row.on_sale === 1 && (row.category_id === null || tree.isShown(row.category_id)),
  version: row.version,
});

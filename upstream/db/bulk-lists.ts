import { type RawBuilder, sql } from "kysely";
import type { Db } from "./dialect";
import { GAP, type ListKey } from "./list-position";

/** Number of entries that join a numbered list, minus those that leave it, and the newest one that joins. */
export type ListChange = { by: number; newest: ListKey | null };

/** Start of every list; any entry is newer. */
const NONE: ListKey = { createdAt: "", id: 0 };

/**
 * Adds many entries to lists and removes others at once. The lists' anchors are deleted until `setAnchors`; until then
 * pages are counted from the top, which is correct but slow. Totals are locked in the order of the lists' names, as
 * everywhere.
 */
export async function countInLists(trx: Db, changes: ReadonlyMap<string, ListChange>): Promise<void> {
  const rows = [...changes].sort(([a], [b]) => (a < b ? -1 : 1));
  if (rows.length === 0) return;
  const isNewer = sql<boolean>`(excluded.newest_created_at, excluded.newest_item_id)
    > (list_totals.newest_created_at, list_totals.newest_item_id)`;
  await trx
    .insertInto("list_totals")
    .values(
      rows.map(([list, { by, newest }]) => {
        const { createdAt, id } = newest ?? NONE;
        return { list, total: by, newest_created_at: createdAt, newest_item_id: id };
      }),
    )
    .onConflict((conflict) =>
      conflict.column("list").doUpdateSet({
        total: sql`list_totals.total + excluded.total`,
        newest_created_at: sql`case when ${isNewer} then excluded.newest_created_at else list_totals.newest_created_at end`,
        newest_item_id: sql`case when ${isNewer} then excluded.newest_item_id else list_totals.newest_item_id end`,
      }),
    )
    .execute();
  await trx
    .deleteFrom("list_anchors")
    .where(
      "list",
      "in",
      rows.map(([list]) => list),
    )
    .execute();
}

/**
 * Rebuilds the anchors of one list. @param entries statement that selects `created_at` and `item_id` of all its entries
 */
export async function setAnchors(trx: Db, list: string, entries: RawBuilder<unknown>): Promise<void> {
  await trx.deleteFrom("list_anchors").where("list", "=", list).execute();
  await sql`insert into list_anchors (list, created_at, item_id, ordinal)
    select cast(${list} as text), created_at, item_id, ordinal from (
      select created_at, item_id,
        row_number() over (order by created_at, item_id) as position,
        count(*) over (order by created_at, item_id) as ordinal
      from (${entries}) as entries
    ) as numbered where position % ${sql.lit(GAP)} = 0`.execute(trx);
}

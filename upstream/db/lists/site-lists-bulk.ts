import { type RawBuilder, sql } from "kysely";
import type { Db } from "#upstream/db/dialect";
import { GAP, type ListMove, sumMoves, updateTotals } from "./site-lists";

/**
 * Records very many moves at once, without adjusting anchors: those of the lists are deleted until `setAnchors`; until
 * then pages are counted from the top, which is correct but slow.
 */
export async function moveInBulk(trx: Db, moves: readonly ListMove[]): Promise<void> {
  if (moves.length === 0) return;
  const changes = sumMoves(moves);
  await updateTotals(trx, changes);
  await trx
    .deleteFrom("list_anchors")
    .where("list", "in", [...changes.keys()])
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

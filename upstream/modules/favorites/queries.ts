import { sql } from "kysely";
import type { KindWith } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";
import { entriesOf, fromOwnKey, locateOwn } from "#upstream/db/lists/own-lists";

type Query = { userId: number; page: number; pageSize: number };

/** Private favorites are only visible to their owner; others see an empty list. */
const shownTo = (viewerId: number | null) => sql<boolean>`(u.collections_private = 0 or u.id = ${viewerId ?? 0})`;

/**
 * One page of somebody's favorites of a kind, last added first.
 * @param summariesOf loads rows for lists, in the order of their ids
 */
export async function favoritesOf<Row extends { id: number }>(
  db: Db,
  kind: KindWith<"favoritable">,
  query: Query,
  {
    viewerId,
    summariesOf,
  }: { viewerId: number | null; summariesOf: (db: Db, ids: readonly number[]) => Promise<Row[]> },
) {
  const { total, from, limit, offset } = await locateOwn(db, `${kind}_favorite_count`, query, shownTo(viewerId));
  if (limit === 0) return { total, rows: [] };
  const { table, time, item, are } = entriesOf(`${kind}_favorite_count`, query.userId);
  const { rows: kept } = await sql<{ id: number; since: string }>`select ${item} as id, ${time} as since from ${table}
    where ${are} and ${fromOwnKey("created_at", "target_id", from)}
    order by ${time} desc, ${item} desc limit ${limit} offset ${offset}`.execute(db);
  const since = new Map(kept.map((one) => [one.id, one.since]));
  const rows = await summariesOf(db, [...since.keys()]);
  return { total, rows: rows.map((row) => ({ ...row, favorited_at: since.get(row.id) ?? "" })) };
}

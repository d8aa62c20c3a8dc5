import { sql } from "kysely";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import { listedRows } from "#upstream/db/id-list";
import { toJson } from "#upstream/db/schema/columns";

/**
 * Numbered pages of long lists at constant cost. A list is ordered by (created_at, id), newest first. Its total is
 * stored, and so is, about every `GAP` entries, an anchor: how many entries are at or before that key. So page 1,000
 * starts at the nearest anchor instead of counting 20,000 rows.
 * List names: `question`, `question/unanswered`, `article`, `article/class/3`, `case`, `case/class/2`, `answer`,
 * `activity`, `announcement`, `feed`, `question/tag/产品`, `article/tag/SQL`.
 * Anchors are only set at the newest end, where entries normally join. After inserting many old entries (an import, a
 * bulk fill), call `rebuildLists`; otherwise pages among them take longer to find.
 */
export const GAP = 200;

/** Key of an entry in a list, which is ordered by these two, newest first. */
export type ListKey = { createdAt: string; id: number };

/** Start of a page: `offset` entries after `from` (or after the top). */
export type Window = { total: number; from: ListKey | null; offset: number; limit: number };

/** Records that an entry joined several different lists, each under the same key. */
export const addToLists = (trx: Db, lists: readonly string[], key: ListKey): Promise<void> =>
  moveInLists(trx, { joined: lists, left: [] }, key);

/**
 * Records that an entry joined some lists and left others, all different, each under the same key. Totals are always
 * locked in the order of the lists' names, so that two transactions never deadlock.
 */
export const moveInLists = (
  trx: Db,
  { joined, left }: { joined: readonly string[]; left: readonly string[] },
  key: ListKey,
): Promise<void> =>
  moveManyInLists(trx, [
    ...joined.map((list): ListMove => ({ list, by: 1, key })),
    ...left.map((list): ListMove => ({ list, by: -1, key })),
  ]);

/** An entry that joined a list (1), or left it (-1). */
export type ListMove = { list: string; by: 1 | -1; key: ListKey };

/** Sum of the moves of one list: by how much its total changes, and its newest new entry. */
type ListChange = { by: number; newest: ListKey };

/** Start of every list; any entry is newer. */
const NONE: ListKey = { createdAt: "", id: 0 };
const isNewer = (a: ListKey, b: ListKey): boolean =>
  a.createdAt === b.createdAt ? a.id > b.id : a.createdAt > b.createdAt;

/** Sums up moves by list. */
export function sumMoves(moves: readonly ListMove[]): ReadonlyMap<string, ListChange> {
  const changes = new Map<string, ListChange>();
  for (const { list, by, key } of moves) {
    const sum = changes.get(list) ?? { by: 0, newest: NONE };
    changes.set(list, { by: sum.by + by, newest: by === 1 && isNewer(key, sum.newest) ? key : sum.newest });
  }
  return changes;
}

/** Updates the totals of lists, and creates those of new lists. @returns the rows as they are now */
export function updateTotals(trx: Db, changes: ReadonlyMap<string, ListChange>) {
  const isNewest = sql<boolean>`(excluded.newest_created_at, excluded.newest_item_id)
    >= (list_totals.newest_created_at, list_totals.newest_item_id)`;
  return trx
    .insertInto("list_totals")
    .values(
      [...changes]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([list, { by, newest }]) => ({
          list,
          total: by,
          newest_created_at: newest.createdAt,
          newest_item_id: newest.id,
        })),
    )
    .onConflict((conflict) =>
      conflict.column("list").doUpdateSet({
        total: sql`list_totals.total + excluded.total`,
        newest_created_at: sql`case when ${isNewest} then excluded.newest_created_at else list_totals.newest_created_at end`,
        newest_item_id: sql`case when ${isNewest} then excluded.newest_item_id else list_totals.newest_item_id end`,
      }),
    )
    .returning(["list", "total", "newest_created_at", "newest_item_id"])
    .execute();
}

/** Records many moves at once, in as many statements as `moveInLists` needs for one entry. */
export async function moveManyInLists(trx: Db, moves: readonly ListMove[]): Promise<void> {
  if (moves.length === 0) return;
  const changes = sumMoves(moves);
  const totals = await updateTotals(trx, changes);
  await shiftAnchors(trx, moves);
  for (const { list, total, newest_created_at: createdAt, newest_item_id: id } of totals) {
    const { by, newest } = changes.get(list) ?? { by: 0, newest: NONE };
    const crossed = Math.floor(total / GAP) > Math.floor((total - by) / GAP);
    // Only for the newest entry does the total say how many entries are at or before it.
    if (crossed && newest.createdAt === createdAt && newest.id === id) await addAnchor(trx, list, total, newest);
  }
}

/** Adjusts the anchors at or after the moves; there are none when an entry joins at the newest end. */
async function shiftAnchors(trx: Db, moves: readonly ListMove[]): Promise<void> {
  const rows = toJson(moves.map(({ list, by, key: { createdAt, id } }) => [list, createdAt, id, by]));
  const lists = [...new Set(moves.map(({ list }) => list))];
  const oldest = moves.map(({ key }) => key).reduce((a, b) => (isNewer(a, b) ? b : a));
  await sql`with moves as materialized (
      select value ->> 0 as list, value ->> 1 as created_at, cast(value ->> 2 as bigint) as item_id,
        cast(value ->> 3 as integer) as by
      from ${listedRows(trx, rows)})
    update list_anchors as a set ordinal = ordinal + coalesce((
      select cast(sum(m.by) as integer) from moves as m
      where m.list = a.list and (a.created_at, a.item_id) >= (m.created_at, m.item_id)
    ), 0)
    where a.list in (${sql.join(lists)}) and (a.created_at, a.item_id) >= (${oldest.createdAt}, ${oldest.id})`.execute(
    trx,
  );
}

async function addAnchor(trx: Db, list: string, total: number, key: ListKey): Promise<void> {
  const near = await trx
    .selectFrom("list_anchors")
    .select("ordinal")
    .where("list", "=", list)
    // Entries may have joined and left around the same total.
    .where("ordinal", ">", total - GAP / 2)
    .limit(1)
    .executeTakeFirst();
  if (near) return;
  await trx
    .insertInto("list_anchors")
    .values({ list, created_at: key.createdAt, item_id: key.id, ordinal: total })
    .execute();
}

/** Records that an entry left several different lists. */
export const removeFromLists = (trx: Db, lists: readonly string[], key: ListKey): Promise<void> =>
  moveInLists(trx, { joined: [], left: lists }, key);

/** Number of entries to skip, and of entries wanted after them. */
export type Stretch = { skipped: number; wanted: number };

/** Finds the start of a page of a list; one statement. Pages count from 1. */
export const findPage = (db: Db, list: string, page: number, pageSize: number): Promise<Window> =>
  findStretch(db, list, { skipped: (page - 1) * pageSize, wanted: pageSize });

/** Finds the start of a range of a list; one statement. */
export async function findStretch(db: Db, list: string, { skipped, wanted }: Stretch): Promise<Window> {
  const row = await db
    .selectFrom("list_totals as t")
    .leftJoin("list_anchors as a", (join) =>
      join
        .onRef("a.list", "=", "t.list")
        .on(
          "a.ordinal",
          "=",
          sql<number>`(select min(b.ordinal) from list_anchors b where b.list = t.list and b.ordinal >= t.total - ${skipped})`,
        ),
    )
    .select(["t.total", "a.created_at", "a.item_id", "a.ordinal"])
    .where("t.list", "=", list)
    .limit(1)
    .executeTakeFirst();
  if (!row) return { total: 0, from: null, offset: 0, limit: 0 };
  const limit = Math.max(0, Math.min(wanted, row.total - skipped));
  if (row.created_at === null || row.item_id === null || row.ordinal === null || limit === 0) {
    return { total: row.total, from: null, offset: limit === 0 ? 0 : skipped, limit };
  }
  return {
    total: row.total,
    from: { createdAt: row.created_at, id: row.item_id },
    offset: row.ordinal - (row.total - skipped),
    limit,
  };
}

/**
 * For orders that change (热门), pages use plain offsets, so only the first `PAGED_ENTRIES_MAX` entries can be paged to.
 */
export const PAGED_ENTRIES_MAX = 1000;
const storedTotal = compiledQuery((db, { list }: { list: string }) =>
  db.selectFrom("list_totals").select("total").where("list", "=", list),
);
/** Start of a page of a list with a changing order, within its first `PAGED_ENTRIES_MAX` entries. */
export const findPageCapped = (db: Db, list: string, page: number, pageSize: number): Promise<Window> =>
  findStretchCapped(db, list, { skipped: (page - 1) * pageSize, wanted: pageSize });

/** Start of a range of a list with a changing order, within its first `PAGED_ENTRIES_MAX` entries. */
export async function findStretchCapped(db: Db, list: string, { skipped, wanted }: Stretch): Promise<Window> {
  const [row] = await storedTotal(db, { list });
  const total = Math.min(row?.total ?? 0, PAGED_ENTRIES_MAX);
  return { total, from: null, offset: skipped, limit: Math.max(0, Math.min(wanted, total - skipped)) };
}

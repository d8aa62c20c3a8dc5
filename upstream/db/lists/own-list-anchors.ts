import { sql } from "kysely";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import { entriesOf, OWN_LIST_NAMES, type OwnList } from "./own-lists";
import { GAP, type ListKey } from "./site-lists";

/**
 * Stored positions in people's own lists, like those of `site-lists.ts` for the site's lists: about every `GAP`
 * entries an anchor says how many entries are at or before its key. The totals are the person's counters. Lists shorter
 * than `GAP` have no anchors, so most people's cost nothing.
 * Callers must hold the lock on the person's row, so that changes of one list are serialized. If a list's anchors are
 * wrong all the same (an older build running beside this one does not maintain them), the sweep rebuilds them.
 */

/** An entry that joined a list (1) or left it (-1). */
export type OwnChange = { by: 1 | -1; key: ListKey };

/**
 * Records changes of a person's list, after its rows and the counter were written.
 * @param total number of entries now
 */
export async function noteInOwnList(
  trx: Db,
  { list, userId, total }: { list: OwnList; userId: number; total: number },
  changes: readonly OwnChange[],
): Promise<void> {
  const before = total - changes.reduce((sum, { by }) => sum + by, 0);
  if (total < GAP && before < GAP) return;
  // One by one would take longer, and crossing `GAP` must leave no anchor from an earlier time.
  if (total < GAP || before < GAP || changes.length > GAP) return rebuildOwnList(trx, list, userId);
  await shiftAnchors(trx, {
    list,
    userId,
    times: changes.map(({ key }) => key.createdAt),
    ids: changes.map(({ key }) => key.id),
    by: changes.map(({ by }) => by),
  });
  if (changes.some(({ by }) => by === 1)) await anchorNewest(trx, list, userId, total);
}

type Shift = { list: OwnList; userId: number; times: readonly string[]; ids: readonly number[]; by: readonly number[] };

/** Adjusts the anchors at or after each change. */
const shiftAnchors = compiledQuery((_db, { list, userId, times, ids, by }: Shift) => {
  const rows = times.map((time, at) => sql`(${time}, cast(${ids[at]} as bigint), cast(${by[at]} as integer))`);
  return sql<never>`with changes (created_at, item_id, by) as materialized (values ${sql.join(rows)})
    update own_list_anchors as a set ordinal = ordinal + coalesce((select cast(sum(c.by) as integer) from changes as c
      where (a.created_at, a.item_id) >= (c.created_at, c.item_id)), 0)
    where a.owner_id = ${userId} and a.list = ${list}`;
});

/** Locks a person's list without changing it. @returns its number of entries */
export async function lockOwnList(trx: Db, list: OwnList, userId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`update users set ${sql.ref(list)} = ${sql.ref(list)}
    where id = ${userId} returning ${sql.ref(list)} as total`.execute(trx);
  return rows[0]?.total ?? 0;
}

/** Adds an anchor at the newest entry if the last anchor is far below. */
async function anchorNewest(trx: Db, list: OwnList, userId: number, total: number): Promise<void> {
  const [near] = await anchorAbove(trx, { userId, list, ordinal: total - GAP });
  if (near) return;
  const { table, time, item, are } = entriesOf(list, userId);
  await sql`insert into own_list_anchors (owner_id, list, created_at, item_id, ordinal)
    select cast(${userId} as bigint), ${list}, ${time}, ${item}, cast(${total} as integer) from ${table} where ${are}
    order by ${time} desc, ${item} desc limit 1
    on conflict do nothing`.execute(trx);
}

const anchorAbove = compiledQuery((db, { userId, list, ordinal }: { userId: number; list: OwnList; ordinal: number }) =>
  db
    .selectFrom("own_list_anchors")
    .select("ordinal")
    .where("owner_id", "=", userId)
    .where("list", "=", list)
    .where("ordinal", ">", ordinal)
    .limit(1),
);

/** Rebuilds one list's anchors from its rows. */
export async function rebuildOwnList(trx: Db, list: OwnList, userId: number): Promise<void> {
  await trx.deleteFrom("own_list_anchors").where("owner_id", "=", userId).where("list", "=", list).execute();
  const { table, time, item, are } = entriesOf(list, userId);
  await sql`insert into own_list_anchors (owner_id, list, created_at, item_id, ordinal)
    select cast(${userId} as bigint), ${list}, time, item, ordinal from (
      select ${time} as time, ${item} as item, row_number() over (order by ${time}, ${item}) as ordinal
      from ${table} where ${are}
    ) as numbered where ordinal % ${sql.lit(GAP)} = 0`.execute(trx);
}

const LONG = sql<boolean>`(${sql.join(
  OWN_LIST_NAMES.map((list) => sql`${sql.ref(list)} >= ${sql.lit(GAP)}`),
  sql` or `,
)} or exists (select 1 from own_list_anchors a where a.owner_id = users.id))`;

/** Ids above `after` of people with long lists. */
export async function peopleWithLongLists(db: Db, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom("users")
    .select("id")
    .where("id", ">", after)
    .where(LONG)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Rebuilds the anchors of all lists of one person. */
export async function rebuildOwnListsOf(trx: Db, userId: number): Promise<void> {
  // Every change of these lists updates a counter in this row, and so waits.
  await lockOwnList(trx, "follow_count", userId);
  for (const list of OWN_LIST_NAMES) await rebuildOwnList(trx, list, userId);
}

import { sql } from "kysely";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import { listedRows } from "#upstream/db/id-list";
import { toJson } from "#upstream/db/schema/columns";
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

/** Changes of a person's list, and its number of entries now. */
export type OwnNote = { list: OwnList; userId: number; total: number; changes: readonly OwnChange[] };

/** Changes per statement, since each of their anchors is compared with all of them. */
const AT_ONCE = 500;

/**
 * Records changes of people's lists, after their rows and the counters were written: a statement for each list whose
 * length crosses `GAP`, a few for all others.
 */
export async function noteInOwnLists(trx: Db, notes: readonly OwnNote[]): Promise<void> {
  const long: OwnNote[] = [];
  for (const note of notes) {
    const { list, userId, total, changes } = note;
    const before = total - changes.reduce((sum, { by }) => sum + by, 0);
    if (total < GAP && before < GAP) continue;
    // One by one would take longer, and crossing `GAP` must leave no anchor from an earlier time.
    if (total < GAP || before < GAP || changes.length > GAP) await rebuildOwnList(trx, list, userId);
    else long.push(note);
  }
  const moves = long.flatMap(({ list, userId, changes }) =>
    changes.map(({ by, key }) => [userId, list, key.createdAt, key.id, by]),
  );
  for (let at = 0; at < moves.length; at += AT_ONCE) {
    await shiftAnchors(trx, { moves: toJson(moves.slice(at, at + AT_ONCE)) });
  }
  await anchorNewest(
    trx,
    long.filter(({ changes }) => changes.some(({ by }) => by === 1)),
  );
}

/** Adjusts the anchors at or after each change; a JSON list of (person, list, time, item, by). */
const shiftAnchors = compiledQuery(
  (db, { moves }: { moves: string }) => sql<never>`with changes as materialized (
      select cast(value ->> 0 as bigint) as owner_id, value ->> 1 as list, value ->> 2 as created_at,
        cast(value ->> 3 as bigint) as item_id, cast(value ->> 4 as integer) as by
      from ${listedRows(db, moves)})
    update own_list_anchors as a set ordinal = ordinal + coalesce((select cast(sum(c.by) as integer) from changes as c
      where c.owner_id = a.owner_id and c.list = a.list and (a.created_at, a.item_id) >= (c.created_at, c.item_id)), 0)
    where (a.owner_id, a.list) in (select owner_id, list from changes)`,
);

/** Locks a person's list without changing it. @returns its number of entries */
export async function lockOwnList(trx: Db, list: OwnList, userId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`update users set ${sql.ref(list)} = ${sql.ref(list)}
    where id = ${userId} returning ${sql.ref(list)} as total`.execute(trx);
  return rows[0]?.total ?? 0;
}

/** Adds an anchor at the newest entry of each list whose last anchor is far below. */
async function anchorNewest(trx: Db, notes: readonly OwnNote[]): Promise<void> {
  if (notes.length === 0) return;
  const lists = toJson(notes.map(({ userId, list, total }) => [userId, list, total - GAP]));
  const near = await anchorsAbove(trx, { lists });
  const known = new Set(near.map(({ owner_id, list }) => `${owner_id} ${list}`));
  for (const { userId, list, total } of notes) {
    if (known.has(`${userId} ${list}`)) continue;
    const { table, time, item, are } = entriesOf(list, userId);
    await sql`insert into own_list_anchors (owner_id, list, created_at, item_id, ordinal)
      select cast(${userId} as bigint), ${list}, ${time}, ${item}, cast(${total} as integer) from ${table} where ${are}
      order by ${time} desc, ${item} desc limit 1
      on conflict do nothing`.execute(trx);
  }
}

/** Those lists, of a JSON list of (person, list, ordinal), that have an anchor above the ordinal. */
const anchorsAbove = compiledQuery(
  (db, { lists }: { lists: string }) => sql<{ owner_id: number; list: string }>`
    select cast(value ->> 0 as bigint) as owner_id, value ->> 1 as list from ${listedRows(db, lists)}
    where exists (select 1 from own_list_anchors a where a.owner_id = cast(value ->> 0 as bigint)
      and a.list = value ->> 1 and a.ordinal > cast(value ->> 2 as integer))`,
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

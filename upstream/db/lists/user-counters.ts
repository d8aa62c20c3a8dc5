import { sql } from "kysely";
import { compiledQuery } from "#upstream/db/compiled-query";
import { type Db, isPostgres } from "#upstream/db/dialect";
import { amongIds, idList, listedRows } from "#upstream/db/id-list";
import { toJson } from "#upstream/db/schema/columns";
import { keysOf, type VersionKey } from "#upstream/db/versions";
import { noteInOwnLists, type OwnChange, type OwnNote } from "./own-list-anchors";
import type { OwnList } from "./own-lists";
import type { ListKey } from "./site-lists";

/**
 * Change of a member's counter. Most counters are the length of a list of theirs: there, `key` is the key of the entry
 * that joined it (1) or left it (-1).
 */
export type UserCount = { userId: number | null } & (
  | { counter: "liked_count"; by: number }
  | { counter: OwnList; by: 1 | -1; key: ListKey }
);

/** Version key to bump for a counter that is shown on pages other than the profile. */
const SHOWN_ELSEWHERE: Partial<Record<UserCount["counter"], "by/answer" | "by/article" | "by/question" | "fans">> = {
  answer_count: "by/answer",
  article_count: "by/article",
  question_count: "by/question",
  fans_count: "fans",
};

/** Version keys of pages, other than the profile, that show a counter; empty if none do. */
export function cardKeys({ userId, counter }: Pick<UserCount, "userId" | "counter">): VersionKey[] {
  const sort = SHOWN_ELSEWHERE[counter];
  return sort === undefined ? [] : keysOf(sort, [userId]).concat(keysOf("card/user", [userId]));
}

/** Version keys of pages, other than the profile, that show any counter of a person. */
export const allCardKeys = (userId: number): VersionKey[] =>
  (Object.keys(SHOWN_ELSEWHERE) as UserCount["counter"][]).flatMap((counter) => cardKeys({ userId, counter }));

/** Changes of one person: sums by counter, and the changes of each list. */
type OwnCounts = { sums: Map<Counter, number>; lists: Map<OwnList, OwnChange[]> };
type Counter = UserCount["counter"];
/** A person's counters as they are now. */
type Totals = { id: number } & Record<OwnList, number>;

/**
 * Changes counters of people, and the positions in their lists; entries for nobody (`userId` null) are skipped. What is
 * counted must have been written before. However many people there are, there are a few statements, besides those for
 * people whose lists become long or short. People are locked in the order of their ids, so that two transactions never
 * deadlock.
 */
export async function countUsers(trx: Db, changes: readonly UserCount[]): Promise<void> {
  const people = byPerson(changes);
  if (people.size === 0) return;
  const totals = await addUp(trx, people);
  const notes: OwnNote[] = [];
  for (const row of totals.sort((one, other) => one.id - other.id)) {
    for (const [list, own] of people.get(row.id)?.lists ?? []) {
      notes.push({ list, userId: row.id, total: row[list], changes: own });
    }
  }
  await noteInOwnLists(trx, notes);
}

function byPerson(changes: readonly UserCount[]): Map<number, OwnCounts> {
  const people = new Map<number, OwnCounts>();
  for (const change of changes) {
    const { userId, counter, by } = change;
    if (userId === null || by === 0) continue;
    const own = people.get(userId) ?? { sums: new Map(), lists: new Map() };
    people.set(userId, own);
    own.sums.set(counter, (own.sums.get(counter) ?? 0) + by);
    if (change.counter === "liked_count") continue;
    const moves = own.lists.get(change.counter) ?? [];
    own.lists.set(change.counter, moves);
    moves.push(change);
  }
  return people;
}

/** Adds the sums to the counters of people. @returns all their changed counters */
async function addUp(trx: Db, people: ReadonlyMap<number, OwnCounts>): Promise<Totals[]> {
  const [first, second] = people;
  if (first && !second) {
    const [userId, { sums }] = first;
    return addToCounters(trx, { userId, by: [...sums.values()] }, ...sums.keys());
  }
  const counters = [...new Set([...people.values()].flatMap(({ sums }) => [...sums.keys()]))].sort();
  const rows = [...people].map(([userId, { sums }]) => [userId, ...counters.map((counter) => sums.get(counter) ?? 0)]);
  if (isPostgres(trx)) await lockInOrder(trx, { list: idList(trx, [...people.keys()]) });
  return addToManyCounters(trx, { rows: toJson(rows) }, ...counters);
}

/** Adds a number to each counter of one person. */
const addToCounters = compiledQuery<{ userId: number; by: readonly number[] }, Counter[], Totals>(
  (_db, { userId, by }, ...counters) => {
    const columns = counters.map((counter) => sql.ref(counter));
    const set = columns.map((column, at) => sql`${column} = ${column} + ${by[at]}`);
    return sql`update users set ${sql.join(set)} where id = ${userId} returning id, ${sql.join(columns)}`;
  },
);

/** Locks people in the order of their ids; an update of many locks them in any order. */
const lockInOrder = compiledQuery(
  (db, { list }: { list: string }) =>
    sql<never>`select from users where id ${amongIds(db, list)} order by id for no key update`,
);

/** Adds numbers to counters of many people, as a JSON list of rows: the person, and the number for each counter. */
const addToManyCounters = compiledQuery<{ rows: string }, Counter[], Totals>((db, { rows }, ...counters) => {
  const columns = counters.map((counter) => sql.ref(counter));
  const numbers = counters.map((_, at) => sql.ref(`by_${at}`));
  const set = columns.map((column, at) => sql`${column} = ${column} + ${numbers[at]}`);
  const added = numbers.map((name, at) => sql`cast(value ->> ${sql.lit(at + 1)} as integer) as ${name}`);
  return sql`update users set ${sql.join(set)}
    from (select cast(value ->> 0 as bigint) as user_id, ${sql.join(added)} from ${listedRows(db, rows)}) as changes
    where users.id = changes.user_id returning id, ${sql.join(columns)}`;
});

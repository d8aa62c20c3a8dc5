import { sql } from "kysely";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import { keysOf, type VersionKey } from "#upstream/db/versions";
import { noteInOwnList, type OwnChange } from "./own-list-anchors";
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

/**
 * Changes counters of people, one statement per person, and the positions in their lists; entries for nobody (`userId`
 * null) are skipped. What is counted must have been written before. People are locked in the order of their ids, so
 * that two transactions never deadlock.
 */
export async function countUsers(trx: Db, changes: readonly UserCount[]): Promise<void> {
  const byUser = new Map<number, UserCount[]>();
  for (const change of changes) {
    if (change.userId === null || change.by === 0) continue;
    const own = byUser.get(change.userId) ?? [];
    own.push(change);
    byUser.set(change.userId, own);
  }
  for (const [userId, own] of [...byUser].sort(([a], [b]) => a - b)) await countUser(trx, userId, own);
}

async function countUser(trx: Db, userId: number, changes: readonly UserCount[]): Promise<void> {
  const sums = new Map<UserCount["counter"], number>();
  const lists = new Map<OwnList, OwnChange[]>();
  for (const change of changes) {
    sums.set(change.counter, (sums.get(change.counter) ?? 0) + change.by);
    if (change.counter === "liked_count") continue;
    lists.set(change.counter, [...(lists.get(change.counter) ?? []), change]);
  }
  const [totals] = await addToCounters(trx, { userId, by: [...sums.values()] }, ...sums.keys());
  if (!totals) return;
  for (const [list, own] of lists) await noteInOwnList(trx, { list, userId, total: totals[list] }, own);
}

/** Adds a number to each counter of one person. */
const addToCounters = compiledQuery<
  { userId: number; by: readonly number[] },
  UserCount["counter"][],
  Record<OwnList, number>
>((_db, { userId, by }, ...counters) => {
  const columns = counters.map((counter) => sql.ref(counter));
  const set = columns.map((column, at) => sql`${column} = ${column} + ${by[at]}`);
  return sql`update users set ${sql.join(set)} where id = ${userId} returning ${sql.join(columns)}`;
});

import { sql } from "kysely";
import type { Db } from "#upstream/db/dialect";
import { isOneOf, listedRows } from "#upstream/db/id-list";
import type { UserCount } from "#upstream/db/lists/user-counters";
import { toJson } from "#upstream/db/schema/columns";

/** A follower of the merged question; `both`: they follow the other one as well, and only lose a row. */
export type Follow = { userId: number; at: string; both: boolean };

/** Moves followers of one question to another. @returns all that it had */
export async function moveFollows(trx: Db, from: number, into: number): Promise<Follow[]> {
  const rows = await trx
    .selectFrom("question_follows as f")
    .leftJoin("question_follows as o", (join) =>
      join.onRef("o.user_id", "=", "f.user_id").on("o.question_id", "=", into),
    )
    .select(["f.user_id", "f.created_at", "o.user_id as other"])
    .where("f.question_id", "=", from)
    .orderBy("f.user_id")
    .execute();
  const follows = rows.map(({ user_id, created_at, other }) => ({
    userId: user_id,
    at: created_at,
    both: other !== null,
  }));
  const userIds = (both: boolean) => follows.filter((one) => one.both === both).map(({ userId }) => userId);
  const [alone, double] = [userIds(false), userIds(true)];
  if (double.length > 0) {
    await trx
      .deleteFrom("question_follows")
      .where("question_id", "=", from)
      .where(isOneOf(trx, "user_id", double))
      .execute();
  }
  if (alone.length > 0) {
    await trx.updateTable("question_follows").set({ question_id: into }).where("question_id", "=", from).execute();
  }
  return follows;
}

/** Entry of a followed question in somebody's list. */
export const followEntry = (userId: number, at: string, id: number) =>
  ({ userId, counter: "follow_question_count", key: { createdAt: at, id } }) as const;

/** List changes for the followers of a merged question. */
export const followChanges =
  (from: number, into: number) =>
  ({ userId, at, both }: Follow): UserCount[] => [
    { ...followEntry(userId, at, from), by: -1 },
    ...(both ? [] : [{ ...followEntry(userId, at, into), by: 1 } as const]),
  ];

/** Moves the followers back when a merge is undone. @returns those that were moved, and all of the first question's */
export async function moveFollowsBack(
  trx: Db,
  { from, into, follows }: { from: number; into: number; follows: readonly Follow[] },
): Promise<{ moved: Follow[]; all: Follow[] }> {
  const listed = (some: readonly Follow[]) => listedRows(trx, toJson(some.map(({ userId, at }) => [userId, at])));
  const [double, alone] = [follows.filter(({ both }) => both), follows.filter(({ both }) => !both)];
  await sql`insert into question_follows (user_id, question_id, created_at)
    select cast(value ->> 0 as bigint), cast(${from} as bigint), value ->> 1 from ${listed(double)} where true
    on conflict do nothing`.execute(trx);
  // Somebody who unfollowed and followed again since follows the other one.
  const { rows } = await sql<{ user_id: number }>`update question_follows set question_id = ${from}
    where question_id = ${into}
      and (user_id, created_at) in (select cast(value ->> 0 as bigint), value ->> 1 from ${listed(alone)})
    returning user_id`.execute(trx);
  const back = new Set(rows.map(({ user_id }) => user_id));
  return {
    moved: alone.filter(({ userId }) => back.has(userId)),
    all: follows.filter(({ both, userId }) => both || back.has(userId)),
  };
}

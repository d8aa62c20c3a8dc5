import type { Db } from "#upstream/db/dialect";
import type { UserCount } from "#upstream/db/lists/user-counters";

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
    await trx.deleteFrom("question_follows").where("question_id", "=", from).where("user_id", "in", double).execute();
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
  const [moved, all]: [Follow[], Follow[]] = [[], []];
  for (const one of follows) {
    const { userId, at, both } = one;
    if (both) {
      await trx
        .insertInto("question_follows")
        .values({ user_id: userId, question_id: from, created_at: at })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      all.push(one);
      continue;
    }
    const { numUpdatedRows } = await trx
      .updateTable("question_follows")
      .set({ question_id: from })
      .where("user_id", "=", userId)
      .where("question_id", "=", into)
      // Somebody who unfollowed and followed again since follows the other one.
      .where("created_at", "=", at)
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) continue;
    moved.push(one);
    all.push(one);
  }
  return { moved, all };
}

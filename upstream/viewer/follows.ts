import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";

type Followable = { viewerId: number; ids: readonly number[] };

const followedAmong = compiledQuery((db, { viewerId, ids }: Followable) =>
  db
    .selectFrom("user_follows")
    .select("followed_id")
    .where("follower_id", "=", viewerId)
    .where("followed_id", "in", ids),
);

/** People of these whom the viewer follows; one statement, none for nobody. */
export async function followedUserIds(
  db: Db,
  viewerId: number | null,
  userIds: readonly number[],
): Promise<Set<number>> {
  if (viewerId === null || userIds.length === 0) return new Set();
  const rows = await followedAmong(db, { viewerId, ids: userIds });
  return new Set(rows.map((row) => row.followed_id));
}

const questionsFollowedAmong = compiledQuery((db, { viewerId, ids }: Followable) =>
  db
    .selectFrom("question_follows")
    .select("question_id")
    .where("user_id", "=", viewerId)
    .where("question_id", "in", ids),
);

/** Questions of these that the viewer follows. */
export async function followedQuestionIds(
  db: Db,
  viewerId: number | null,
  questionIds: readonly number[],
): Promise<Set<number>> {
  if (viewerId === null || questionIds.length === 0) return new Set();
  const rows = await questionsFollowedAmong(db, { viewerId, ids: questionIds });
  return new Set(rows.map((row) => row.question_id));
}

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

/** Returns those of these people whom the viewer follows; one statement, none without a viewer. */
export async function followedUserIds(
  db: Db,
  viewerId: number | null,
  userIds: readonly number[],
): Promise<Set<number>> {
  if (viewerId === null || userIds.length === 0) return new Set();
  const rows = await followedAmong(db, { viewerId, ids: userIds });
  return new Set(rows.map((row) => row.followed_id));
}

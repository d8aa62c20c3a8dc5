import type { KindWith } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";

/** Ids of these that the viewer liked; one statement, none for nobody. */
export async function likedIds(
  db: Db,
  viewerId: number | null,
  kind: KindWith<"likable">,
  ids: readonly number[],
): Promise<Set<number>> {
  if (viewerId === null || ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("likes")
    .select("target_id")
    .where("user_id", "=", viewerId)
    .where("target_kind", "=", kind)
    .where("target_id", "in", ids)
    .execute();
  return new Set(rows.map((row) => row.target_id));
}

/** Ids of these that the viewer put among the favorites. */
export async function favoritedIds(
  db: Db,
  viewerId: number | null,
  kind: KindWith<"favoritable">,
  ids: readonly number[],
): Promise<Set<number>> {
  if (viewerId === null || ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("favorites")
    .select("target_id")
    .where("user_id", "=", viewerId)
    .where("target_kind", "=", kind)
    .where("target_id", "in", ids)
    .execute();
  return new Set(rows.map((row) => row.target_id));
}

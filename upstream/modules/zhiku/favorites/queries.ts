import type { Viewer } from "#upstream/call/context";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import { fromOwnKey, locateOwn } from "#upstream/db/lists/own-lists";
import { zhikuSummaries } from "#upstream/modules/zhiku/content/queries";

const favoriteOf = compiledQuery((db, { userId, contentId }: { userId: number; contentId: number }) =>
  db
    .selectFrom("zhiku_favorites")
    .select("content_id")
    .where("user_id", "=", userId)
    .where("content_id", "=", contentId),
);

/** Whether the viewer has favorited a document. */
export async function isFavorite(db: Db, viewer: Viewer | null, contentId: number): Promise<boolean> {
  if (!viewer) return false;
  const rows = await favoriteOf(db, { userId: viewer.userId, contentId });
  return rows.length > 0;
}

/** One page of a person's favorites, last added first, without unpublished ones. */
export async function favoritesOf(db: Db, query: { userId: number; page: number; pageSize: number }) {
  const { total, from, limit, offset } = await locateOwn(db, "zhiku_favorite_count", query);
  if (limit === 0) return { total, rows: [] };
  const rows = await zhikuSummaries(db)
    .innerJoin("zhiku_favorites as f", "f.content_id", "c.id")
    .select("f.created_at as favorited_at")
    .where("f.user_id", "=", query.userId)
    .where(fromOwnKey("f.created_at", "f.content_id", from))
    .orderBy("f.created_at", "desc")
    .orderBy("f.content_id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return { total, rows };
}

import type { Viewer } from "../../../context";
import type { Db } from "../../../db/dialect";
import { zhikuSummaries } from "../content/queries";

/** Whether the viewer keeps a content among the favourites. */
export async function isFavorite(db: Db, viewer: Viewer | null, contentId: number): Promise<boolean> {
  if (!viewer) return false;
  const row = await db
    .selectFrom("zhiku_favorites")
    .select("content_id")
    .where("user_id", "=", viewer.userId)
    .where("content_id", "=", contentId)
    .executeTakeFirst();
  return row !== undefined;
}

/** One page of a person's favourites, the last added first; what was taken down is left out. */
export function favoritesOf(db: Db, { userId, page, pageSize }: { userId: number; page: number; pageSize: number }) {
  return zhikuSummaries(db)
    .innerJoin("zhiku_favorites as f", "f.content_id", "c.id")
    .select("f.created_at as favorited_at")
    .where("f.user_id", "=", userId)
    .orderBy("f.created_at", "desc")
    .orderBy("f.content_id", "desc")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
}

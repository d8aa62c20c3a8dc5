import { sql } from "kysely";
import type { Db } from "#upstream/db/dialect";
import { fromOwnKey, locateOwn } from "#upstream/db/own-list";
import { articleSummaries } from "#upstream/modules/article/queries";
import { caseSummaries } from "#upstream/modules/case/queries";

type Query = { userId: number; page: number; pageSize: number };

/** Favorites that are private are shown to their owner alone; to others there are none. */
const shownTo = (viewerId: number | null) => sql<boolean>`(u.collections_private = 0 or u.id = ${viewerId ?? 0})`;

/** One page of somebody's favorite articles, the last added first. */
export async function favoriteArticles(db: Db, query: Query, viewerId: number | null) {
  const { total, from, limit, offset } = await locateOwn(db, "article_favorite_count", query, shownTo(viewerId));
  if (limit === 0) return { total, rows: [] };
  const rows = await articleSummaries(db)
    .innerJoin("favorites as f", (join) => join.on("f.target_kind", "=", "article").onRef("f.target_id", "=", "a.id"))
    .select("f.created_at as favorited_at")
    .where("f.user_id", "=", query.userId)
    .where(fromOwnKey("f.created_at", "f.target_id", from))
    .orderBy("f.created_at", "desc")
    .orderBy("f.target_id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return { total, rows };
}

/** One page of somebody's favorite cases, the last added first. */
export async function favoriteCases(db: Db, query: Query, viewerId: number | null) {
  const { total, from, limit, offset } = await locateOwn(db, "case_favorite_count", query, shownTo(viewerId));
  if (limit === 0) return { total, rows: [] };
  const rows = await caseSummaries(db)
    .innerJoin("favorites as f", (join) => join.on("f.target_kind", "=", "case").onRef("f.target_id", "=", "k.id"))
    .select("f.created_at as favorited_at")
    .where("f.user_id", "=", query.userId)
    .where(fromOwnKey("f.created_at", "f.target_id", from))
    .orderBy("f.created_at", "desc")
    .orderBy("f.target_id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return { total, rows };
}

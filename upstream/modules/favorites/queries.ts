import type { Db } from "../../db/dialect";
import { articleSummaries } from "../article/queries";
import { caseSummaries } from "../case/queries";

type Query = { userId: number; page: number; pageSize: number };

/**
 * How many favourites of each kind a person shows to the viewer: none when they are private and the viewer
 * is someone else, or when there is no such person.
 */
export async function shownFavorites(db: Db, userId: number, viewerId: number | null) {
  const user = await db
    .selectFrom("users")
    .select(["article_favorite_count", "case_favorite_count", "collections_private"])
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!user || (user.collections_private === 1 && viewerId !== userId)) return { article: 0, case: 0 };
  return { article: user.article_favorite_count, case: user.case_favorite_count };
}

/** One page of somebody's favourite articles, the last added first. */
export function favoriteArticles(db: Db, { userId, page, pageSize }: Query) {
  return articleSummaries(db)
    .innerJoin("favorites as f", (join) => join.on("f.target_kind", "=", "article").onRef("f.target_id", "=", "a.id"))
    .select("f.created_at as favorited_at")
    .where("f.user_id", "=", userId)
    .orderBy("f.created_at", "desc")
    .orderBy("f.target_id", "desc")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
}

/** One page of somebody's favourite cases, the last added first. */
export function favoriteCases(db: Db, { userId, page, pageSize }: Query) {
  return caseSummaries(db)
    .innerJoin("favorites as f", (join) => join.on("f.target_kind", "=", "case").onRef("f.target_id", "=", "k.id"))
    .select("f.created_at as favorited_at")
    .where("f.user_id", "=", userId)
    .orderBy("f.created_at", "desc")
    .orderBy("f.target_id", "desc")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
}

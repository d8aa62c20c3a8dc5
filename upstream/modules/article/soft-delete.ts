import { nowIso, type Services } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { removeFromLists } from "#upstream/db/list-position";
import { countUsers, type UserCount } from "#upstream/db/user-counters";
import { bump, keysOf } from "#upstream/db/versions";
import { softDeleteCommentsOf } from "#upstream/modules/comment/write";
import { removeFromFeed } from "#upstream/modules/content/feed";
import { shownKeys } from "#upstream/modules/content/keys";
import { removeTaggings, tagLists } from "#upstream/modules/content/taggings";
import { hideNotificationsAbout } from "#upstream/modules/notification/hide";
import { articleLists, countInClassification } from "./write";

/**
 * Deletes an article with its comments, which carry the same `deleted_at`. Deleting what is deleted changes
 * nothing.
 * @throws BusinessError NOT_FOUND when there is no such article.
 */
export async function softDeleteArticle(
  trx: Db,
  services: Pick<Services, "clock" | "search">,
  id: number,
): Promise<void> {
  const deletedAt = nowIso(services);
  const article = await trx
    .updateTable("articles")
    .set({ deleted_at: deletedAt })
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .returning(["id", "author_id", "classification_id", "like_count", "created_at"])
    .executeTakeFirst();
  if (!article) {
    found(await trx.selectFrom("articles").select("id").where("id", "=", id).executeTakeFirst());
    return;
  }
  await hideNotificationsAbout(trx, "article", [id], deletedAt);
  const favoritedBy = await trx
    .selectFrom("favorites")
    .select(["user_id", "created_at"])
    .where("target_kind", "=", "article")
    .where("target_id", "=", id)
    .execute();
  const key = { createdAt: article.created_at, id };
  const changes: UserCount[] = [
    ...(await softDeleteCommentsOf(trx, "article", [id], deletedAt)),
    ...favoritedBy.map(({ user_id, created_at }) => ({
      userId: user_id,
      counter: "article_favorite_count" as const,
      by: -1 as const,
      key: { createdAt: created_at, id },
    })),
    { userId: article.author_id, counter: "article_count", by: -1, key },
    { userId: article.author_id, counter: "liked_count", by: -article.like_count },
  ];
  const tags = await removeTaggings(trx, "article", id);
  await countUsers(trx, changes);
  await countInClassification(trx, article.classification_id, -1);
  await removeFromFeed(trx, "article", id);
  await removeFromLists(
    trx,
    [...articleLists(article.classification_id), ...tagLists({ kind: "article", key, tags })],
    key,
  );
  await services.search.remove(trx, "article", id);
  await bump(trx, [
    ...shownKeys("article", article),
    "search",
    ...keysOf(
      "profile",
      changes.map(({ userId }) => userId),
    ),
  ]);
}

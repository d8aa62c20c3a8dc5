import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { addToLists } from "#upstream/db/list-position";
import { fromJson } from "#upstream/db/schema/columns";
import { countUsers, type UserCount } from "#upstream/db/user-counters";
import { bump, keysOf } from "#upstream/db/versions";
import { restoreCommentsOf } from "#upstream/modules/comment/restore";
import { addToFeed } from "#upstream/modules/content/feed";
import { shownKeys } from "#upstream/modules/content/keys";
import { addTaggings, tagLists } from "#upstream/modules/content/taggings";
import { showNotificationsAbout } from "#upstream/modules/notification/hide";
import { articleLists, countInClassification } from "./write";

/** Brings back an article that was deleted at `deletedAt`, with the comments that went with it. */
export async function restoreArticle(
  trx: Db,
  services: Pick<Services, "search" | "markdown">,
  id: number,
  deletedAt: string,
): Promise<void> {
  const article = await trx
    .updateTable("articles")
    .set({ deleted_at: null })
    .where("id", "=", id)
    .where("deleted_at", "=", deletedAt)
    .returning(["id", "author_id", "title", "content", "tags", "hot", "like_count", "classification_id", "created_at"])
    .executeTakeFirst();
  if (!article) return;
  const createdAt = article.created_at;
  await showNotificationsAbout(trx, "article", [id], deletedAt);
  const favoritedBy = await trx
    .selectFrom("favorites")
    .select(["user_id", "created_at"])
    .where("target_kind", "=", "article")
    .where("target_id", "=", id)
    .execute();
  const key = { createdAt, id };
  const changes: UserCount[] = [
    ...(await restoreCommentsOf(trx, "article", [id], deletedAt)),
    ...favoritedBy.map(({ user_id, created_at }) => ({
      userId: user_id,
      counter: "article_favorite_count" as const,
      by: 1 as const,
      key: { createdAt: created_at, id },
    })),
    { userId: article.author_id, counter: "article_count", by: 1, key },
    { userId: article.author_id, counter: "liked_count", by: article.like_count },
  ];
  const tagged = { kind: "article", key, tags: fromJson<string[]>(article.tags) } as const;
  await countUsers(trx, changes);
  await countInClassification(trx, article.classification_id, 1);
  await addTaggings(trx, tagged);
  await addToFeed(trx, { kind: "article", id, createdAt, hot: article.hot });
  await addToLists(trx, [...articleLists(article.classification_id), ...tagLists(tagged)], tagged.key);
  const body = services.markdown.plain(article.content);
  await services.search.put(trx, [{ kind: "article", id, title: article.title, body, createdAt }]);
  await bump(trx, [
    ...shownKeys("article", article),
    "search",
    ...keysOf(
      "profile",
      changes.map(({ userId }) => userId),
    ),
  ]);
}

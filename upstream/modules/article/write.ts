import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { bump } from "#upstream/db/versions";
import { enlist } from "#upstream/modules/content/enlist";
import { hotRank } from "#upstream/modules/content/rules";
import { newColumns, type WrittenText } from "#upstream/modules/content/written-text";
import { notifyMentioned } from "#upstream/modules/notification/mentions";

/** Writes an article with all that lists, counters, search and caches need. */
export async function insertArticle(
  trx: Db,
  services: Pick<Services, "search">,
  article: WrittenText<"article">,
): Promise<{ id: number }> {
  const { authorId, title, createdAt, rendered } = article;
  const columns = newColumns("article", article);
  const listed = {
    author_id: authorId,
    classification_id: columns.classification_id,
    tags: columns.tags,
    hot: hotRank(0, createdAt),
    created_at: createdAt,
  };
  const { id } = await trx
    .insertInto("articles")
    .values({ ...columns, ...listed })
    .returning("id")
    .executeTakeFirstOrThrow();
  const words = { title, body: rendered.plain };
  await enlist(trx, services, [{ kind: "article", row: { id, like_count: 0, ...listed }, words }]);
  await bump(trx, await notifyMentioned(trx, { kind: "article", id }, article));
  return { id };
}

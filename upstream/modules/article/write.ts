import { sql } from "kysely";
import type { Image } from "#app/contract/common";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { addToLists } from "#upstream/db/list-position";
import { toBit, toJson } from "#upstream/db/schema/columns";
import { countUsers } from "#upstream/db/user-counters";
import { bump } from "#upstream/db/versions";
import { addToFeed } from "#upstream/modules/content/feed";
import { shownKeys } from "#upstream/modules/content/keys";
import { hotRank } from "#upstream/modules/content/rules";
import { addTaggings, tagLists, tidyTags } from "#upstream/modules/content/taggings";
import { writtenAt } from "#upstream/modules/content/written-at";
import { notifyMentioned } from "#upstream/modules/notification/mentions";
import type { Rendered } from "#upstream/services/markdown/markdown";

type ArticleFields = {
  authorId: number;
  title: string;
  /** Markdown. */
  content: string;
  classificationId?: number | null;
  tags: readonly string[];
  cover?: Image | null;
  aiGenerated?: boolean;
  /** For imports and the demo; now, unless given. */
  createdAt?: string;
};
/** A new article with its Markdown rendered. */
export type PreparedArticle = Required<ArticleFields> & { rendered: Rendered };

/** Renders and completes a new article, which is slow; before the transaction. */
export async function prepareArticle(
  services: Pick<Services, "markdown" | "clock">,
  fields: ArticleFields,
): Promise<PreparedArticle> {
  return {
    classificationId: null,
    cover: null,
    aiGenerated: false,
    ...fields,
    title: fields.title.trim(),
    tags: tidyTags(fields.tags),
    createdAt: writtenAt(services, fields.createdAt),
    rendered: await services.markdown.render(fields.content),
  };
}

/** All of an article that will be shown, by the field that it comes from. */
export const articleTexts = ({ title, content, rendered, tags }: PreparedArticle) => ({
  title: [title],
  content: [content, rendered.plain],
  tags,
});

/** The numbered list of a classification, if there is one. */
export const classificationLists = (id: number | null): string[] => (id === null ? [] : [`article/class/${id}`]);

/** The numbered lists that an article is in, apart from those of its tags. */
export const articleLists = (classificationId: number | null): string[] => [
  "article",
  "feed",
  ...classificationLists(classificationId),
];

/** Writes an article with all that lists, counters, search and caches need. */
export async function insertArticle(
  trx: Db,
  services: Pick<Services, "search">,
  article: PreparedArticle,
): Promise<{ id: number }> {
  const { authorId, title, createdAt, tags, classificationId, rendered } = article;
  const hot = hotRank(0, createdAt);
  const { id } = await trx
    .insertInto("articles")
    .values({
      author_id: authorId,
      classification_id: classificationId,
      title,
      content: article.content,
      content_html: rendered.html,
      excerpt: rendered.excerpt,
      headings: toJson(rendered.headings),
      length: rendered.length,
      cover: article.cover === null ? null : toJson(article.cover),
      tags: toJson(tags),
      hot,
      ai_generated: toBit(article.aiGenerated),
      created_at: createdAt,
      updated_at: createdAt,
      deleted_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const key = { createdAt, id };
  const tagged = { kind: "article", key, tags } as const;
  await countUsers(trx, [{ userId: authorId, counter: "article_count", by: 1, key }]);
  await countInClassification(trx, classificationId, 1);
  await addTaggings(trx, tagged);
  await addToFeed(trx, { kind: "article", id, createdAt, hot });
  await addToLists(trx, [...articleLists(classificationId), ...tagLists(tagged)], key);
  await services.search.put(trx, [{ kind: "article", id, title, body: rendered.plain, createdAt }]);
  const told = await notifyMentioned(trx, { kind: "article", id }, article);
  await bump(trx, [...shownKeys("article", { id, author_id: authorId }), "search", ...told]);
  return { id };
}

/** Counts an article in or out of its classification; null counts nowhere. */
export async function countInClassification(trx: Db, id: number | null, by: 1 | -1): Promise<void> {
  if (id === null) return;
  await trx
    .updateTable("classifications")
    .set({ total: sql`total + ${by}` })
    .where("id", "=", id)
    .execute();
}

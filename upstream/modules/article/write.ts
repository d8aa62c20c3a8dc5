import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { toJson } from "#upstream/db/schema/columns";
import { bump } from "#upstream/db/versions";
import {
  type NewFields,
  type PreparedFields,
  prepareFields,
  shownTexts,
  toColumns,
} from "#upstream/modules/content/editor-columns";
import { enlist } from "#upstream/modules/content/enlist";
import { hotRank } from "#upstream/modules/content/rules";
import { writtenAt } from "#upstream/modules/content/written-at";
import { notifyMentioned } from "#upstream/modules/notification/mentions";
import type { Rendered } from "#upstream/services/markdown/markdown";

type ArticleFields = NewFields<"article"> & {
  authorId: number;
  /** For imports and the demo; now, unless given. */
  createdAt?: string;
};
/** A new article with its Markdown rendered. */
export type PreparedArticle = PreparedFields<"article"> & { authorId: number; createdAt: string; rendered: Rendered };

/** Renders and completes a new article, which is slow; before the transaction. */
export async function prepareArticle(
  services: Pick<Services, "markdown" | "clock">,
  fields: ArticleFields,
): Promise<PreparedArticle> {
  return {
    ...prepareFields("article", fields),
    authorId: fields.authorId,
    createdAt: writtenAt(services, fields.createdAt),
    rendered: await services.markdown.render(fields.content),
  };
}

/** All of an article that will be shown, by the field that it comes from. */
export const articleTexts = (article: PreparedArticle) => shownTexts("article", article);

/** Writes an article with all that lists, counters, search and caches need. */
export async function insertArticle(
  trx: Db,
  services: Pick<Services, "search">,
  article: PreparedArticle,
): Promise<{ id: number }> {
  const { authorId, title, createdAt, rendered } = article;
  const columns = toColumns("article", article);
  const listed = {
    author_id: authorId,
    classification_id: columns.classification_id,
    tags: columns.tags,
    hot: hotRank(0, createdAt),
    created_at: createdAt,
  };
  const { id } = await trx
    .insertInto("articles")
    .values({
      ...columns,
      ...listed,
      content_html: rendered.html,
      excerpt: rendered.excerpt,
      headings: toJson(rendered.headings),
      length: rendered.length,
      updated_at: createdAt,
      deleted_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const words = { title, body: rendered.plain };
  await enlist(trx, services, [{ kind: "article", row: { id, like_count: 0, ...listed }, words }]);
  await bump(trx, await notifyMentioned(trx, { kind: "article", id }, article));
  return { id };
}

import { nowIso, type Services } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { addToLists, type ListKey, removeFromLists } from "#upstream/db/list-position";
import { fromJson, toBit, toJson } from "#upstream/db/schema/columns";
import { bump } from "#upstream/db/versions";
import { shownKeys } from "#upstream/modules/content/keys";
import { requireCurrent } from "#upstream/modules/content/own";
import { changeTaggings } from "#upstream/modules/content/taggings";
import { notifyMentioned } from "#upstream/modules/notification/mentions";
import { findArticleDraft } from "./queries";
import { articleDraftView } from "./view";
import { classificationLists, countInClassification, type PreparedArticle } from "./write";

type Change = { id: number /** The version that the change is based on. */; version: number; article: PreparedArticle };

/**
 * Writes a changed article with all that depends on its words; what is the same already is left alone.
 * @throws BusinessError NOT_FOUND, FORBIDDEN when it is somebody else's, CONFLICT with the stored text as `data`
 * when it was changed since
 */
export async function updateArticle(
  trx: Db,
  services: Pick<Services, "clock" | "search">,
  { id, version, article }: Change,
): Promise<{ id: number; version: number }> {
  const before = found(await findArticleDraft(trx, id));
  const stored = articleDraftView(before);
  const same =
    before.author_id === article.authorId &&
    stored.title === article.title &&
    stored.content === article.content &&
    stored.classificationId === article.classificationId &&
    before.tags === toJson(article.tags) &&
    stored.coverUrl === (article.cover?.url ?? null) &&
    stored.aiGenerated === article.aiGenerated;
  // Sent twice, or again after an answer that got lost.
  if (same) return { id, version: before.version };
  requireCurrent(before, { editorId: article.authorId, version }, () => stored);
  const { rendered } = article;
  const changed = await trx
    .updateTable("articles")
    .set({
      classification_id: article.classificationId,
      title: article.title,
      content: article.content,
      content_html: rendered.html,
      excerpt: rendered.excerpt,
      headings: toJson(rendered.headings),
      length: rendered.length,
      cover: article.cover === null ? null : toJson(article.cover),
      tags: toJson(article.tags),
      ai_generated: toBit(article.aiGenerated),
      version: version + 1,
      updated_at: nowIso(services),
    })
    .where("id", "=", id)
    .where("version", "=", version)
    .where("deleted_at", "is", null)
    .returning(["id", "author_id", "created_at"])
    .executeTakeFirst();
  // Somebody was faster.
  if (!changed) return updateArticle(trx, services, { id, version, article });
  const key = { createdAt: changed.created_at, id };
  await reclassify(trx, key, before.classification_id, article.classificationId);
  await changeTaggings(trx, { kind: "article", key, tags: article.tags }, fromJson<string[]>(before.tags));
  await services.search.put(trx, [{ kind: "article", title: article.title, body: rendered.plain, ...key }]);
  const told = await notifyMentioned(trx, { kind: "article", id }, article);
  await bump(trx, [...shownKeys("article", changed), "search", ...told]);
  return { id, version: version + 1 };
}

async function reclassify(trx: Db, key: ListKey, from: number | null, to: number | null): Promise<void> {
  if (from === to) return;
  await countInClassification(trx, from, -1);
  await countInClassification(trx, to, 1);
  await removeFromLists(trx, classificationLists(from), key);
  await addToLists(trx, classificationLists(to), key);
}

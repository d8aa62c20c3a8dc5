import { nowIso, type Services } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { toJson } from "#upstream/db/schema/columns";
import { bump } from "#upstream/db/versions";
import { fromColumns, isSameText, toColumns } from "#upstream/modules/content/editor-columns";
import { relist } from "#upstream/modules/content/enlist";
import { requireCurrent } from "#upstream/modules/content/own";
import { currentTagsJson } from "#upstream/modules/content/taggings";
import { keepVersions } from "#upstream/modules/content/text-versions";
import { notifyMentioned } from "#upstream/modules/notification/mentions";
import { findArticleDraft } from "./queries";
import { articleDraftView } from "./view";
import type { PreparedArticle } from "./write";

type Change = {
  id: number;
  /** The version that the change is based on. */
  version: number;
  /** Person who changes it, where that is not its author. */
  by?: number;
  /** Author's reason for the change. */
  reason?: string;
  article: PreparedArticle;
};

/**
 * Writes a changed article with all that depends on its words; what is the same already is left alone.
 * @throws BusinessError NOT_FOUND, FORBIDDEN when it is somebody else's, CONFLICT with the stored text as `data`
 * when it was changed since
 */
export async function updateArticle(
  trx: Db,
  services: Pick<Services, "clock" | "search">,
  change: Change,
): Promise<{ id: number; version: number }> {
  const { id, version, by, reason = "", article } = change;
  const before = found(await findArticleDraft(trx, id));
  const written = toColumns("article", article);
  const columns = { ...written, tags: await currentTagsJson(trx, written.tags) };
  const same = before.author_id === article.authorId && isSameText("article", before, columns);
  // Sent twice, or again after an answer that got lost.
  if (same) return { id, version: before.version };
  requireCurrent(before, { editorId: article.authorId, version }, articleDraftView);
  const { rendered } = article;
  const at = nowIso(services);
  const changed = await trx
    .updateTable("articles")
    .set({
      ...columns,
      content_html: rendered.html,
      excerpt: rendered.excerpt,
      headings: toJson(rendered.headings),
      length: rendered.length,
      version: version + 1,
      updated_at: at,
    })
    .where("id", "=", id)
    .where("version", "=", version)
    .where("deleted_at", "is", null)
    .returning(["id", "author_id", "classification_id", "tags", "hot", "like_count", "created_at"])
    .executeTakeFirst();
  // Somebody was faster.
  if (!changed) return updateArticle(trx, services, change);
  await keepVersions(
    trx,
    { kind: "article", id },
    {
      before: { version, fields: fromColumns("article", before), by: before.author_id, at: before.updated_at },
      after: { version: version + 1, fields: fromColumns("article", columns), by: by ?? before.author_id, at, reason },
    },
  );
  const words = { title: article.title, body: rendered.plain };
  await relist(trx, services, { kind: "article", row: changed, words }, before);
  await bump(trx, await notifyMentioned(trx, { kind: "article", id }, article));
  return { id, version: version + 1 };
}

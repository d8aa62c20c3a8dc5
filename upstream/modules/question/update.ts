import { nowIso, type Services } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { bump, keysOf } from "#upstream/db/versions";
import { fromColumns, isSameText, toColumns } from "#upstream/modules/content/editor-columns";
import { relist } from "#upstream/modules/content/enlist";
import { requireCurrent } from "#upstream/modules/content/own";
import { currentTagsJson } from "#upstream/modules/content/taggings";
import { keepVersions } from "#upstream/modules/content/text-versions";
import { notifyMentioned } from "#upstream/modules/notification/mentions";
import { findQuestionDraft } from "./queries";
import { questionDraftView } from "./view";
import { type PreparedQuestion, relate } from "./write";

type Change = {
  id: number;
  /** The version that the change is based on. */
  version: number;
  /** Person who changes it, where that is not its author. */
  by?: number;
  /** Author's reason for the change. */
  reason?: string;
  question: PreparedQuestion;
};

/**
 * Writes a changed question with all that depends on its words; what is the same already is left alone.
 * @throws BusinessError NOT_FOUND, FORBIDDEN when it is somebody else's, CONFLICT with the stored text as `data`
 * when it was changed since
 */
export async function updateQuestion(
  trx: Db,
  services: Pick<Services, "clock" | "search">,
  change: Change,
): Promise<{ id: number; version: number }> {
  const { id, version, by, reason = "", question } = change;
  const before = found(await findQuestionDraft(trx, id));
  const written = toColumns("question", question);
  const columns = { ...written, tags: await currentTagsJson(trx, written.tags) };
  const same = before.author_id === question.authorId && isSameText("question", before, columns);
  // Sent twice, or again after an answer that got lost.
  if (same) return { id, version: before.version };
  requireCurrent(before, { editorId: question.authorId, version }, questionDraftView);
  const { rendered } = question;
  const at = nowIso(services);
  const changed = await trx
    .updateTable("questions")
    .set({
      ...columns,
      content_html: rendered.html,
      excerpt: rendered.excerpt,
      version: version + 1,
      updated_at: at,
    })
    .where("id", "=", id)
    .where("version", "=", version)
    .where("deleted_at", "is", null)
    .returning(["id", "author_id", "tags", "hot", "answer_count", "created_at"])
    .executeTakeFirst();
  // Somebody was faster.
  if (!changed) return updateQuestion(trx, services, change);
  await keepVersions(
    trx,
    { kind: "question", id },
    {
      before: { version, fields: fromColumns("question", before), by: before.author_id, at: before.updated_at },
      after: { version: version + 1, fields: fromColumns("question", columns), by: by ?? before.author_id, at, reason },
    },
  );
  const words = { title: question.title, body: rendered.plain };
  await relist(trx, services, { kind: "question", row: changed, words }, before);
  const related = before.title === question.title ? [] : await relateAnew(trx, services, question, id);
  const told = await notifyMentioned(trx, { kind: "question", id }, question);
  await bump(trx, [...keysOf("question", related), ...told]);
  return { id, version: version + 1 };
}

async function relateAnew(
  trx: Db,
  services: Pick<Services, "search">,
  { title }: PreparedQuestion,
  id: number,
): Promise<number[]> {
  await trx.deleteFrom("related_questions").where("question_id", "=", id).execute();
  return relate(trx, services, { id, title });
}

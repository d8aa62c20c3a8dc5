import { nowIso, type Services } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { bump } from "#upstream/db/versions";
import { fromColumns, isSameText, toColumns } from "#upstream/modules/content/editor-columns";
import { relist } from "#upstream/modules/content/enlist";
import { shownKeys } from "#upstream/modules/content/keys";
import { requireCurrent } from "#upstream/modules/content/own";
import { countOnQuestion } from "#upstream/modules/content/ranking";
import { keepVersions } from "#upstream/modules/content/text-versions";
import { notifyMentioned } from "#upstream/modules/notification/mentions";
import { findAnswerDraft } from "./queries";
import { answerDraftView } from "./view";
import type { PreparedAnswer } from "./write";

type Change = {
  id: number;
  /** The version that the change is based on. */
  version: number;
  /** Person who changes it, where that is not its author. */
  by?: number;
  /** Author's reason for the change. */
  reason?: string;
  answer: Omit<PreparedAnswer, "questionId">;
};

/**
 * Writes a changed answer with all that depends on its words; what is the same already is left alone.
 * @throws BusinessError NOT_FOUND, FORBIDDEN when it is somebody else's, CONFLICT with the stored text as `data`
 * when it was changed since
 */
export async function updateAnswer(
  trx: Db,
  services: Pick<Services, "clock" | "search">,
  change: Change,
): Promise<{ id: number; version: number }> {
  const { id, version, by, reason = "", answer } = change;
  const before = found(await findAnswerDraft(trx, id));
  const columns = toColumns("answer", answer);
  const same = before.author_id === answer.authorId && isSameText("answer", before, columns);
  // Sent twice, or again after an answer that got lost.
  if (same) return { id, version: before.version };
  requireCurrent(before, { editorId: answer.authorId, version }, answerDraftView);
  // The question first, as everywhere.
  const question = await countOnQuestion(trx, before.question_id);
  const { rendered } = answer;
  const at = nowIso(services);
  const changed = await trx
    .updateTable("answers")
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
    .returning(["id", "question_id", "author_id", "vote_up", "created_at"])
    .executeTakeFirst();
  // Somebody was faster.
  if (!changed) return updateAnswer(trx, services, change);
  await keepVersions(
    trx,
    { kind: "answer", id },
    {
      before: { version, fields: fromColumns("answer", before), by: before.author_id, at: before.updated_at },
      after: { version: version + 1, fields: fromColumns("answer", columns), by: by ?? before.author_id, at, reason },
    },
  );
  await relist(trx, services, { kind: "answer", row: changed, words: { title: "", body: rendered.plain } });
  const told = await notifyMentioned(trx, { kind: "answer", id }, answer);
  await bump(trx, [...shownKeys("question", question), ...told]);
  return { id, version: version + 1 };
}

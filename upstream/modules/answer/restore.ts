import { sql } from "kysely";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { removeFromLists } from "#upstream/db/lists/site-lists";
import { bump } from "#upstream/db/versions";
import { enlist } from "#upstream/modules/content/enlist";
import { keptCounts, markDeleted, withWords } from "#upstream/modules/content/mark-deleted";
import { countOnQuestion, rankQuestion } from "#upstream/modules/content/ranking";
import { placedKeys, shownKeys } from "#upstream/modules/content/version-keys";

/**
 * Restores an answer that was deleted by itself at `deletedAt`, with the comments deleted along with it. It is no
 * longer the accepted one, since the asker may have chosen another.
 * @throws BusinessError NOT_FOUND if its question is gone
 */
export async function restoreAnswer(
  trx: Db,
  services: Pick<Services, "search" | "markdown">,
  id: number,
  deletedAt: string,
): Promise<void> {
  const { question_id } = await trx
    .selectFrom("answers")
    .select("question_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  // Lock the question first, as everywhere.
  await countOnQuestion(trx, question_id);
  await trx
    .updateTable("answers")
    .set({ accepted: 0 })
    .where("id", "=", id)
    .where("deleted_at", "=", deletedAt)
    .execute();
  const things = await markDeleted(trx, "answer", sql`id = ${id}`, { deleted: false, at: deletedAt });
  if (things.length === 0) return;
  const question = await countOnQuestion(trx, question_id, { answer_count: 1 });
  await rankQuestion(trx, question);
  await enlist(trx, services, withWords(services, things), await keptCounts(trx, things, 1));
  if (question.answer_count === 1) {
    await removeFromLists(trx, ["question/unanswered"], { createdAt: question.created_at, id: question.id });
  }
  await bump(trx, (question.answer_count === 1 ? placedKeys : shownKeys)("question", question));
}

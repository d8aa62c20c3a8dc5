import { sql } from "kysely";
import { nowIso, type Services } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { addToLists } from "#upstream/db/lists/site-lists";
import { bump } from "#upstream/db/versions";
import { delist } from "#upstream/modules/content/enlist";
import { keptCounts, markDeleted } from "#upstream/modules/content/mark-deleted";
import { countOnQuestion, rankQuestion } from "#upstream/modules/content/ranking";
import { placedKeys, shownKeys } from "#upstream/modules/content/version-keys";

/**
 * Deletes an answer with its comments. Deleting what is deleted changes nothing.
 * @throws BusinessError NOT_FOUND if there is no such answer
 */
export async function softDeleteAnswer(
  trx: Db,
  services: Pick<Services, "clock" | "search">,
  id: number,
): Promise<void> {
  const answer = found(
    await trx.selectFrom("answers").select(["question_id", "deleted_at"]).where("id", "=", id).executeTakeFirst(),
  );
  if (answer.deleted_at !== null) return;
  // Lock the question first, as everywhere; the answer may have been deleted while waiting.
  await countOnQuestion(trx, answer.question_id);
  const things = await markDeleted(trx, "answer", sql`id = ${id}`, { deleted: true, at: nowIso(services) });
  if (things.length === 0) return;
  const question = await countOnQuestion(trx, answer.question_id, { answer_count: -1 });
  await trx
    .updateTable("questions")
    .set({ accepted_answer_id: null })
    .where("id", "=", question.id)
    .where("accepted_answer_id", "=", id)
    .execute();
  await rankQuestion(trx, question);
  await delist(trx, services, things, await keptCounts(trx, things, -1));
  if (question.answer_count === 0) {
    await addToLists(trx, ["question/unanswered"], { createdAt: question.created_at, id: question.id });
  }
  await bump(trx, (question.answer_count === 0 ? placedKeys : shownKeys)("question", question));
}

import type { Db } from "#upstream/db/dialect";
import { bump } from "#upstream/db/versions";
import { countOnQuestion, rankQuestion } from "#upstream/modules/content/ranking";
import { shownKeys } from "#upstream/modules/content/version-keys";

/**
 * Restores a restored answer as the accepted one, unless the asker has accepted another since. Nobody is notified
 * again.
 */
export async function acceptAgain(trx: Db, { id, questionId }: { id: number; questionId: number }): Promise<void> {
  const question = await countOnQuestion(trx, questionId);
  const asked = await trx
    .updateTable("questions")
    .set({ accepted_answer_id: id })
    .where("id", "=", questionId)
    .where("accepted_answer_id", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!asked) return;
  await trx.updateTable("answers").set({ accepted: 1 }).where("id", "=", id).execute();
  await rankQuestion(trx, question);
  await bump(trx, shownKeys("question", question));
}

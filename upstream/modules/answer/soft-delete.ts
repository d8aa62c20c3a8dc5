import { nowIso, type Services } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { addToList, removeFromList } from "#upstream/db/list-position";
import { countUsers, type UserCount } from "#upstream/db/user-counters";
import { bump, keysOf } from "#upstream/db/versions";
import { softDeleteCommentsOf } from "#upstream/modules/comment/write";
import { shownKeys } from "#upstream/modules/content/keys";
import { countOnQuestion, rankQuestion } from "#upstream/modules/content/ranking";
import { hideNotificationsAbout } from "#upstream/modules/notification/hide";

/**
 * Deletes an answer with its comments. Deleting what is deleted changes nothing.
 * @throws BusinessError NOT_FOUND when there is no such answer.
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
  // The question first, as everywhere; whoever was faster with this answer has it deleted by now.
  await countOnQuestion(trx, answer.question_id);
  const { answers, people } = await softDeleteAnswersWhere(trx, services, { id }, nowIso(services));
  const [deleted] = answers;
  if (!deleted) return;
  const question = await countOnQuestion(trx, answer.question_id, { answer_count: -1 });
  if (deleted.accepted === 1) {
    await trx.updateTable("questions").set({ accepted_answer_id: null }).where("id", "=", question.id).execute();
  }
  await rankQuestion(trx, question);
  await countUsers(trx, people);
  if (question.answer_count === 0) {
    await addToList(trx, "question/unanswered", { createdAt: question.created_at, id: question.id });
  }
  await bump(trx, [
    ...shownKeys("answer", deleted),
    ...shownKeys("question", question),
    "search",
    ...keysOf(
      "profile",
      people.map(({ userId }) => userId),
    ),
  ]);
}

/**
 * Deletes one answer, or all of a question, with their comments: rows, lists and search. Counting for
 * people (given) and on the question is the caller's.
 */
export async function softDeleteAnswersWhere(
  trx: Db,
  services: Pick<Services, "search">,
  which: { id: number } | { question_id: number },
  deletedAt: string,
) {
  const [column, value] = "id" in which ? (["id", which.id] as const) : (["question_id", which.question_id] as const);
  const answers = await trx
    .updateTable("answers")
    .set({ deleted_at: deletedAt })
    .where(column, "=", value)
    .where("deleted_at", "is", null)
    .returning(["id", "question_id", "author_id", "vote_up", "accepted", "created_at"])
    .execute();
  const people: UserCount[] = [];
  for (const { id, author_id, vote_up, created_at } of answers) {
    const key = { createdAt: created_at, id };
    await removeFromList(trx, "answer", key);
    await services.search.remove(trx, "answer", id);
    people.push({ userId: author_id, counter: "answer_count", by: -1, key });
    people.push({ userId: author_id, counter: "liked_count", by: -vote_up });
  }
  const ids = answers.map((answer) => answer.id);
  await hideNotificationsAbout(trx, "answer", ids, deletedAt);
  people.push(...(await softDeleteCommentsOf(trx, "answer", ids, deletedAt)));
  return { answers, people };
}

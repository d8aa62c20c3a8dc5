import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { addToList, removeFromList } from "#upstream/db/list-position";
import { countUsers, type UserCount } from "#upstream/db/user-counters";
import { bump, keysOf } from "#upstream/db/versions";
import { restoreCommentsOf } from "#upstream/modules/comment/restore";
import { shownKeys } from "#upstream/modules/content/keys";
import { countOnQuestion, rankQuestion } from "#upstream/modules/content/ranking";
import { showNotificationsAbout } from "#upstream/modules/notification/hide";

type Needed = Pick<Services, "search" | "markdown">;

/**
 * Brings back an answer, deleted by itself at `deletedAt`, with the comments that went with it. It is no longer the
 * accepted one: the asker may have chosen another.
 * @throws BusinessError NOT_FOUND when its question is gone
 */
export async function restoreAnswer(trx: Db, services: Needed, id: number, deletedAt: string): Promise<void> {
  const { question_id } = await trx
    .selectFrom("answers")
    .select("question_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  // The question first, as everywhere.
  await countOnQuestion(trx, question_id);
  await trx
    .updateTable("answers")
    .set({ accepted: 0 })
    .where("id", "=", id)
    .where("deleted_at", "=", deletedAt)
    .execute();
  const { answers, people } = await restoreAnswersWhere(trx, services, { id }, deletedAt);
  const [restored] = answers;
  if (!restored) return;
  const question = await countOnQuestion(trx, question_id, { answer_count: 1 });
  await rankQuestion(trx, question);
  await countUsers(trx, people);
  if (question.answer_count === 1) {
    await removeFromList(trx, "question/unanswered", { createdAt: question.created_at, id: question.id });
  }
  await bump(trx, [
    ...shownKeys("answer", restored),
    ...shownKeys("question", question),
    "search",
    ...keysOf(
      "profile",
      people.map(({ userId }) => userId),
    ),
  ]);
}

/**
 * Brings back one answer, or all that went with their question, with their comments: rows, lists and search.
 * Counting for people (given) and on the question is the caller's.
 */
export async function restoreAnswersWhere(
  trx: Db,
  { search, markdown }: Needed,
  which: { id: number } | { question_id: number },
  deletedAt: string,
) {
  const [column, value] = "id" in which ? (["id", which.id] as const) : (["question_id", which.question_id] as const);
  const answers = await trx
    .updateTable("answers")
    .set({ deleted_at: null })
    .where(column, "=", value)
    .where("deleted_at", "=", deletedAt)
    .returning(["id", "question_id", "author_id", "vote_up", "content", "created_at"])
    .execute();
  const people: UserCount[] = [];
  for (const { id, question_id, author_id, vote_up, content, created_at: createdAt } of answers) {
    const key = { createdAt, id };
    await addToList(trx, "answer", key);
    const body = markdown.plain(content);
    await search.put(trx, [{ kind: "answer", id, questionId: question_id, title: "", body, createdAt }]);
    people.push({ userId: author_id, counter: "answer_count", by: 1, key });
    people.push({ userId: author_id, counter: "liked_count", by: vote_up });
  }
  const ids = answers.map((answer) => answer.id);
  await showNotificationsAbout(trx, "answer", ids, deletedAt);
  people.push(...(await restoreCommentsOf(trx, "answer", ids, deletedAt)));
  return { answers, people };
}

import { sql } from "kysely";
import type { Services } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { countUsers } from "#upstream/db/lists/user-counters";
import { setMembership } from "#upstream/db/set-membership";
import { bump, keysOf } from "#upstream/db/versions";
import { insertTexts } from "#upstream/modules/content/insert-text";
import { countOnQuestion, rankQuestion } from "#upstream/modules/content/ranking";
import { shownKeys } from "#upstream/modules/content/version-keys";
import { writtenAt } from "#upstream/modules/content/written-at";
import type { WrittenText } from "#upstream/modules/content/written-text";
import { type NotificationEvent, notify, retractNotifications } from "#upstream/modules/notification/notify";
import { relatedQuestions } from "#upstream/services/search/related";
import { RELATED_MAX } from "./rules";

/** Inserts a question with everything that lists, counters, search and caches need, and its related questions. */
export async function insertQuestion(
  trx: Db,
  services: Pick<Services, "search">,
  question: WrittenText<"question">,
): Promise<{ id: number }> {
  const [id = 0] = await insertQuestions(trx, services, [question]);
  return { id };
}

/** Inserts many questions at once. */
export const insertQuestions = (
  trx: Db,
  services: Pick<Services, "search">,
  questions: readonly WrittenText<"question">[],
): Promise<number[]> =>
  insertTexts(trx, services, {
    kind: "question",
    texts: questions,
    after: async (id, title) => keysOf("question", await relate(trx, services, { id, title })),
  });

/**
 * Stores the questions most similar to one whose title is new, and adds it to theirs where it is missing and there is
 * room; returns those that changed. Of two that take the same place at once, one stays out.
 */
export async function relate(
  trx: Db,
  { search }: Pick<Services, "search">,
  question: { id: number; title: string },
): Promise<number[]> {
  const ids = await relatedQuestions(search, trx, question, RELATED_MAX);
  if (ids.length === 0) return [];
  await trx
    .insertInto("related_questions")
    .values(ids.map((id, index) => ({ question_id: question.id, position: index + 1, related_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { rows } = await sql<{ question_id: number }>`insert into related_questions (question_id, position, related_id)
    select q.id, (select coalesce(max(r.position), 0) + 1 from related_questions r where r.question_id = q.id),
      ${sql.lit(question.id)}
    from questions q
    where q.id in (${sql.join(ids)})
      and (select count(*) from related_questions r where r.question_id = q.id) < ${sql.lit(RELATED_MAX)}
      and not exists (select 1 from related_questions r
        where r.question_id = q.id and r.related_id = ${sql.lit(question.id)})
    on conflict do nothing
    returning question_id`.execute(trx);
  return rows.map((row) => row.question_id);
}

/**
 * Follows or unfollows a question; idempotent.
 * @throws BusinessError NOT_FOUND if the question does not exist or is deleted
 */
export async function setQuestionFollow(
  trx: Db,
  services: Pick<Services, "clock">,
  wanted: { userId: number; questionId: number; on: boolean; createdAt?: string },
): Promise<{ followed: boolean; followCount: number }> {
  const { userId, questionId, on } = wanted;
  const createdAt = writtenAt(services, wanted.createdAt);
  const { by, since } = await setMembership(
    trx,
    "question_follows",
    { user_id: userId, question_id: questionId },
    { on, createdAt },
  );
  if (by === 0) return { followed: on, followCount: await followCountOf(trx, questionId) };
  const question = await countOnQuestion(trx, questionId, { follow_count: by });
  await rankQuestion(trx, question);
  await countUsers(trx, [{ userId, counter: "follow_question_count", by, key: { createdAt: since, id: questionId } }]);
  const target = { kind: "question" as const, id: questionId };
  const event: NotificationEvent = { userId: question.author_id, verb: "follow", actorId: userId, target };
  const notified = await (on ? notify : retractNotifications)(trx, [event], createdAt);
  await bump(trx, [...shownKeys("question", question), `profile/${userId}`, ...notified]);
  return { followed: on, followCount: question.follow_count };
}

/** Number of followers of a question. @throws BusinessError NOT_FOUND */
async function followCountOf(db: Db, id: number): Promise<number> {
  const question = await db
    .selectFrom("questions")
    .select("follow_count")
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return found(question).follow_count;
}

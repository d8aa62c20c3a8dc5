import type { Services } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { removeFromLists } from "#upstream/db/lists/site-lists";
import { bump, type VersionKey } from "#upstream/db/versions";
import { enlist } from "#upstream/modules/content/enlist";
import { countOnQuestion, rankQuestion } from "#upstream/modules/content/ranking";
import { placedKeys, shownKeys } from "#upstream/modules/content/version-keys";
import { writtenAt } from "#upstream/modules/content/written-at";
import { type NewText, newColumns, prepareWritten, type WrittenText } from "#upstream/modules/content/written-text";
import { notifyMentioned } from "#upstream/modules/notification/mentions";
import { type NotificationEvent, notify, retractNotifications } from "#upstream/modules/notification/notify";
import { mergedInto } from "#upstream/modules/question/merged-into";

/** Maximum number of followers notified of a new answer; the others see it on their page of followed questions. */
const FOLLOWERS_TOLD = 500;

/** An answer with its Markdown rendered. */
export type PreparedAnswer = WrittenText<"answer"> & { questionId: number };

/** Renders and normalizes a new answer; slow, so call it before the transaction. */
export async function prepareAnswer(
  services: Pick<Services, "markdown" | "clock" | "search">,
  fields: NewText<"answer"> & { questionId: number },
): Promise<PreparedAnswer> {
  return { ...(await prepareWritten(services, "answer", fields)), questionId: fields.questionId };
}

/**
 * Inserts an answer with everything that lists, counters, search and caches need.
 * @throws BusinessError NOT_FOUND if the question does not exist or is deleted
 */
export async function insertAnswer(
  trx: Db,
  services: Pick<Services, "search">,
  answer: PreparedAnswer,
): Promise<{ id: number }> {
  const { authorId, createdAt, rendered, cut } = answer;
  const asked = await findAsked(trx, answer.questionId);
  const questionId = asked.id;
  const listed = { question_id: questionId, author_id: authorId, created_at: createdAt };
  const { id } = await trx
    .insertInto("answers")
    .values({
      ...newColumns("answer", answer),
      ...listed,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const told = await tellOfAnswer(trx, asked, { ...answer, id });
  const mentioned = await notifyMentioned(trx, { kind: "answer", id }, answer);
  const question = await countOnQuestion(trx, questionId, { answer_count: 1 });
  await rankQuestion(trx, question);
  const words = { title: "", body: rendered.plain, cut };
  await enlist(trx, services, [{ kind: "answer", row: { id, vote_up: 0, ...listed }, words }]);
  if (question.answer_count === 1) {
    await removeFromLists(trx, ["question/unanswered"], { createdAt: question.created_at, id: questionId });
  }
  const changed = question.answer_count === 1 ? placedKeys : shownKeys;
  await bump(trx, [...changed("question", question), ...told, ...mentioned]);
  return { id };
}

/** The question to answer, or the one it was merged into while the answer was being written. */
async function findAsked(db: Db, id: number): Promise<{ id: number; author_id: number }> {
  const at = (one: number) =>
    db
      .selectFrom("questions")
      .select(["id", "author_id"])
      .where("id", "=", one)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
  return found((await at(id)) ?? (await at((await mergedInto(db, id)) ?? id)));
}

/** Notifies the asker, and the most recent followers. */
async function tellOfAnswer(
  trx: Db,
  question: { id: number; author_id: number },
  answer: { id: number; authorId: number; createdAt: string },
): Promise<VersionKey[]> {
  const followers = await trx
    .selectFrom("question_follows")
    .select("user_id")
    .where("question_id", "=", question.id)
    .where("user_id", "!=", question.author_id)
    .orderBy("created_at", "desc")
    .limit(FOLLOWERS_TOLD)
    .execute();
  const about = {
    verb: "answer" as const,
    actorId: answer.authorId,
    target: { kind: "question" as const, id: question.id },
    source: { kind: "answer" as const, id: answer.id },
  };
  const people = [question.author_id, ...followers.map((follower) => follower.user_id)];
  return notify(
    trx,
    people.map((userId) => ({ ...about, userId })),
    answer.createdAt,
  );
}

/**
 * Accepts one answer of a question, or none; idempotent. The caller must check permissions.
 * @throws BusinessError NOT_FOUND if the question, or the answer to it, does not exist or is deleted
 */
export async function acceptAnswer(
  trx: Db,
  services: Pick<Services, "clock">,
  wanted: { questionId: number; answerId: number | null; createdAt?: string },
): Promise<void> {
  const { questionId, answerId } = wanted;
  const question = await countOnQuestion(trx, questionId);
  const now =
    answerId === null
      ? null
      : found(
          await trx
            .selectFrom("answers")
            .select(["id", "author_id", "accepted"])
            .where("id", "=", answerId)
            .where("question_id", "=", questionId)
            .where("deleted_at", "is", null)
            .executeTakeFirst(),
        );
  const before = await trx
    .updateTable("answers")
    .set({ accepted: 0 })
    .where("question_id", "=", questionId)
    .where("accepted", "=", 1)
    .where("deleted_at", "is", null)
    .where("id", "!=", answerId ?? 0)
    .returning(["id", "author_id"])
    .execute();
  if (before.length === 0 && (now === null || now.accepted === 1)) return;
  if (answerId !== null) await trx.updateTable("answers").set({ accepted: 1 }).where("id", "=", answerId).execute();
  await trx.updateTable("questions").set({ accepted_answer_id: answerId }).where("id", "=", questionId).execute();
  await rankQuestion(trx, question);
  const at = writtenAt(services, wanted.createdAt);
  const acceptedEvent = (userId: number, id: number): NotificationEvent => ({
    userId,
    verb: "accept",
    actorId: question.author_id,
    target: { kind: "answer", id },
  });
  const told = [
    ...(await retractNotifications(
      trx,
      before.map(({ id, author_id }) => acceptedEvent(author_id, id)),
      at,
    )),
    ...(now && answerId !== null ? await notify(trx, [acceptedEvent(now.author_id, answerId)], at) : []),
  ];
  const authors = [...before, ...(now ? [now] : [])];
  await bump(trx, [
    ...shownKeys("question", question),
    ...authors.flatMap((one) => shownKeys("answer", { ...one, question_id: questionId })),
    ...told,
  ]);
}

import type { Services } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { removeFromLists } from "#upstream/db/list-position";
import { bump, type VersionKey } from "#upstream/db/versions";
import { enlist } from "#upstream/modules/content/enlist";
import { placedKeys, shownKeys } from "#upstream/modules/content/keys";
import { countOnQuestion, rankQuestion } from "#upstream/modules/content/ranking";
import { writtenAt } from "#upstream/modules/content/written-at";
import { type NewText, newColumns, prepareWritten, type WrittenText } from "#upstream/modules/content/written-text";
import { notifyMentioned } from "#upstream/modules/notification/mentions";
import { type NotificationEvent, notify, retractNotifications } from "#upstream/modules/notification/notify";
import { mergedInto } from "#upstream/modules/question/merged-into";

/** Followers of a question who hear of a new answer; the others find it on their page of followed questions. */
const FOLLOWERS_TOLD = 500;

/** An answer with its Markdown rendered. */
export type PreparedAnswer = WrittenText<"answer"> & { questionId: number };

/** Renders and completes a new answer, which is slow; before the transaction. */
export async function prepareAnswer(
  services: Pick<Services, "markdown" | "clock" | "search">,
  fields: NewText<"answer"> & { questionId: number },
): Promise<PreparedAnswer> {
  return { ...(await prepareWritten(services, "answer", fields)), questionId: fields.questionId };
}

/**
 * Writes an answer with all that lists, counters, search and caches need.
 * @throws BusinessError NOT_FOUND when the question is not there or deleted.
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

/** The question that is answered, or the one that it was merged into since somebody began to. */
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

/** Tells whoever asked, and those of the followers who came last. */
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
 * Accepts one answer of a question, or none; setting what is already set changes nothing.
 * Who may do so is the caller's to check.
 * @throws BusinessError NOT_FOUND when the question or the answer (of this question) is not there or deleted.
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

import { sql } from "kysely";
import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { isOneOf } from "#upstream/db/id-list";
import { addToLists, removeFromLists } from "#upstream/db/lists/site-lists";
import type { UserCount } from "#upstream/db/lists/user-counters";
import { bump, keysOf } from "#upstream/db/versions";
import { delist, enlist } from "#upstream/modules/content/enlist";
import { favoriteCounts, markDeleted, withWords } from "#upstream/modules/content/mark-deleted";
import { countOnQuestion, rankQuestion } from "#upstream/modules/content/ranking";
import { placedKeys } from "#upstream/modules/content/version-keys";
import { moveNotifications } from "#upstream/modules/notification/move-notifications";
import { leaveAccepted, type MergedAccepted, moveAccepted } from "./merged-accepted";
import { type Follow, followChanges, followEntry, moveFollows, moveFollowsBack } from "./merged-follows";
import { redirectQuestion } from "./merged-into";
import { moveUnsent, type Unsent } from "./merged-unsent";

/** Everything that a merge moved, in order to undo it. */
export type Merge = MergedAccepted & {
  from: number;
  into: number;
  /** Time at which the first question was removed. */
  at: string;
  /** Ids of the answers and comments, including deleted ones. */
  answers: number[];
  comments: number[];
  follows: Follow[];
  /** Drafts and held texts started there; absent in merges by older versions. */
  unsent?: Unsent;
};

type Needed = Pick<Services, "search" | "markdown">;

/**
 * Moves everything under one question to another, with its followers and unpublished texts, and removes the first; its
 * URL redirects to the other. Both are locked in the order of their ids.
 * @throws BusinessError NOT_FOUND if one of them does not exist
 */
export async function mergeQuestions(
  trx: Db,
  services: Needed,
  { from, into, at }: { from: number; into: number; at: string },
): Promise<Merge> {
  for (const id of [from, into].sort((one, other) => one - other)) await countOnQuestion(trx, id);
  const answers = await idsOf(trx, sql`answers`, sql`question_id = ${from}`);
  const comments = await idsOf(trx, sql`comments`, sql`target_kind = 'question' and target_id = ${from}`);
  const moved = { from, into, at, answers, comments, ...(await moveAccepted(trx, from, into)) };
  await moveTexts(trx, moved, { from, to: into });
  const follows = await moveFollows(trx, from, into);
  const merge = { ...moved, follows, unsent: await moveUnsent(trx, { from, to: into }) };

  const gone = await markDeleted(trx, "question", sql`id = ${from}`, { deleted: true, at });
  const { counts, live } = await countTo(trx, merge, into, 1);
  await putIntoSearch(trx, services, live, into);
  const people = [...follows.flatMap(followChanges(from, into)), ...(await favoriteCounts(trx, gone, -1))];
  await delist(trx, services, gone, people);
  await trx
    .updateTable("questions")
    .set({ answer_count: 0, follow_count: 0, comment_count: 0, top_answer_id: null, accepted_answer_id: null })
    .where("id", "=", from)
    .execute();
  if (counts.answered) await removeFromLists(trx, ["question/unanswered"], counts.key);
  await redirectQuestion(trx, { from, into, at });
  await bumpMoved(trx, merge, live);
  return merge;
}

/**
 * Undoes a merge row by row: whatever was moved and is still there is moved back, with the replies to it that were
 * written since, and the first question is restored.
 * @throws BusinessError CONFLICT if one of the questions is gone, or the first is already restored
 */
export async function takeMergeBack(trx: Db, services: Needed & Pick<Services, "clock">, merge: Merge): Promise<void> {
  const { from, into, at, follows, accepted, unaccepted } = merge;
  const before = await trx
    .selectFrom("questions")
    .select("deleted_at")
    .where("id", "=", from)
    .where("deleted_at", "=", at)
    .executeTakeFirst();
  if (!before) throw new BusinessError("CONFLICT", "并入的问题已经恢复，或不在了");
  await countOnQuestion(trx, into).catch((error: unknown) => {
    const isGone = error instanceof BusinessError && error.code === "NOT_FOUND";
    throw isGone ? new BusinessError("CONFLICT", "并入的那个问题不在站上，请先恢复它") : error;
  });
  const answers = await idsOf(trx, sql`answers`, sql`question_id = ${into} and ${isOneOf(trx, "id", merge.answers)}`);
  const comments = await idsOf(
    trx,
    sql`comments`,
    sql`target_kind = 'question' and target_id = ${into}
      and (${isOneOf(trx, "id", merge.comments)} or ${isOneOf(trx, "parent_id", merge.comments)})`,
  );
  const back = { ...merge, answers, comments };
  await leaveAccepted(trx, { into, answers, accepted, at: nowIso(services) });
  await moveTexts(trx, back, { from: into, to: from });
  const kept = await moveFollowsBack(trx, merge);
  await moveUnsent(trx, { from: into, to: from }, { drafts: [], held: [], ...merge.unsent, repliesTo: comments });
  const { counts, live } = await countTo(trx, { ...back, follows: kept.moved }, into, -1);
  const chosen = [accepted, unaccepted].find((id) => id !== null && answers.includes(id)) ?? null;
  if (chosen !== null) await trx.updateTable("answers").set({ accepted: 1 }).where("id", "=", chosen).execute();
  await trx
    .updateTable("questions")
    .set({
      answer_count: live.length,
      follow_count: kept.all.length,
      comment_count: await liveComments(trx, comments),
      accepted_answer_id: live.some(({ row }) => row.id === chosen) ? chosen : null,
      removed_at: null,
      removed_by: null,
      removed_reason: "",
    })
    .where("id", "=", from)
    .execute();
  const things = await markDeleted(trx, "question", sql`id = ${from}`, { deleted: false, at });
  const people: UserCount[] = [
    ...kept.moved.map(({ userId, at: since }): UserCount => ({ ...followEntry(userId, since, into), by: -1 })),
    ...kept.all.map(({ userId, at: since }): UserCount => ({ ...followEntry(userId, since, from), by: 1 })),
    ...(await favoriteCounts(trx, things, 1)),
  ];
  await enlist(trx, services, withWords(services, things), people);
  await putIntoSearch(trx, services, live, from);
  if (counts.unanswered) await addToLists(trx, ["question/unanswered"], counts.key);
  await rankQuestion(trx, await countOnQuestion(trx, from));
  await trx.deleteFrom("merged_questions").where("from_id", "=", from).execute();
  await bumpMoved(trx, { ...back, follows }, live);
}

type Moved = Pick<Merge, "answers" | "comments">;

async function idsOf(trx: Db, table: ReturnType<typeof sql>, where: ReturnType<typeof sql>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from ${table} where ${where} order by id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Moves answers and comments from one question to another, and the notifications of them. */
async function moveTexts(trx: Db, { answers, comments }: Moved, { from, to }: { from: number; to: number }) {
  if (answers.length > 0) {
    await trx
      .updateTable("answers")
      .set({ question_id: to })
      .where(isOneOf(trx, "id", answers))
      .execute();
  }
  if (comments.length > 0) {
    await trx
      .updateTable("comments")
      .set({ target_id: to })
      .where(isOneOf(trx, "id", comments))
      .execute();
  }
  await moveNotifications(trx, { from, to, answers, comments });
}

type LiveAnswer = Awaited<ReturnType<typeof liveAnswers>>[number];

/** Loads the public ones among these answers, with the data for lists and search. */
async function liveAnswers(trx: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom("answers")
    .select(["id", "question_id", "author_id", "vote_up", "created_at", "content"])
    .where(isOneOf(trx, "id", ids))
    .where("deleted_at", "is", null)
    .execute();
  return rows.map((row) => ({ kind: "answer" as const, row }));
}

async function liveComments(trx: Db, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { total } = await trx
    .selectFrom("comments")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where(isOneOf(trx, "id", ids))
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Adds (1) or subtracts (-1) what was moved to a question's counters, and recomputes its rank. */
async function countTo(trx: Db, { answers, comments, follows }: Merge, id: number, by: 1 | -1) {
  const live = await liveAnswers(trx, answers);
  const question = await countOnQuestion(trx, id, {
    answer_count: by * live.length,
    comment_count: by * (await liveComments(trx, comments)),
    follow_count: by * follows.filter(({ both }) => !both).length,
  });
  await rankQuestion(trx, question);
  const key = { createdAt: question.created_at, id };
  const answered = by === 1 && live.length > 0 && question.answer_count === live.length;
  const unanswered = by === -1 && live.length > 0 && question.answer_count === 0;
  return { live, counts: { key, answered, unanswered } };
}

/** Reindexes answers, which are found by their question's words as well. */
async function putIntoSearch(
  trx: Db,
  { search, markdown }: Needed,
  answers: readonly LiveAnswer[],
  questionId: number,
): Promise<void> {
  await search.put(
    trx,
    answers.map(({ row: { id, created_at, content } }) => ({
      kind: "answer" as const,
      id,
      title: "",
      body: markdown.plain(content),
      createdAt: created_at,
      questionId,
    })),
  );
}

async function bumpMoved(trx: Db, { from, into, follows }: Merge, answers: readonly LiveAnswer[]): Promise<void> {
  const owner = async (id: number) =>
    found(await trx.selectFrom("questions").select(["id", "author_id"]).where("id", "=", id).executeTakeFirst());
  await bump(trx, [
    ...placedKeys("question", await owner(from)),
    ...placedKeys("question", await owner(into)),
    ...answers.flatMap(({ row }) => placedKeys("answer", { ...row, question_id: into })),
    ...keysOf(
      "profile",
      follows.map(({ userId }) => userId),
    ),
    "search",
  ]);
}

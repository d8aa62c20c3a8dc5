import { sql } from "kysely";
import { found } from "#upstream/call/errors";
import { takeAdvisoryLock } from "#upstream/db/advisory-lock";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import { moveInFeed } from "./feed";
import { hotRank, questionPoints } from "./rules";

type QuestionCounter = "answer_count" | "follow_count" | "comment_count";

/**
 * Adds to a question's counters and locks the question until the end of the transaction, so that what is read about it
 * afterwards stays true. Without changes it only locks. Concurrent writes on the same question wait from here on, so do
 * other inserts before this.
 * @throws BusinessError NOT_FOUND if it does not exist or is deleted
 */
export async function countOnQuestion(trx: Db, id: number, changes: Partial<Record<QuestionCounter, number>> = {}) {
  await takeAdvisoryLock(trx, `question/${id}`);
  const counters = Object.keys(changes) as QuestionCounter[];
  const [row] = await addToCounters(trx, { id, by: Object.values(changes) }, ...counters);
  return found(row);
}

const addToCounters = compiledQuery<{ id: number; by: readonly number[] }, QuestionCounter[], QuestionCounts>(
  (_db, { id, by }, ...counters) => {
    const set = counters.map((counter, at) => sql`${sql.ref(counter)} = ${sql.ref(counter)} + ${by[at]}`);
    return sql`update questions set ${sql.join([sql`hot = hot`, ...set])} where id = ${id} and deleted_at is null
      returning id, author_id, created_at, hot, top_answer_id, answer_count, follow_count, comment_count`;
  },
);

/** Columns that determine a question's rank. */
export type QuestionCounts = {
  id: number;
  author_id: number;
  created_at: string;
  answer_count: number;
  follow_count: number;
  comment_count: number;
  hot: number;
  top_answer_id: number | null;
};

/**
 * Recomputes the answer shown in lists and the rank after counts or votes changed; `question` must be locked. @returns
 * the rank
 */
export async function rankQuestion(trx: Db, question: QuestionCounts): Promise<number> {
  const [top] = await topAnswer(trx, { questionId: question.id });
  const hot = hotRank(questionPoints({ ...question, top_vote_up: top?.vote_up ?? 0 }), question.created_at);
  const top_answer_id = top?.id ?? null;
  // Others wait for this lock, so skip the update if nothing changes.
  if (hot === question.hot && top_answer_id === question.top_answer_id) return hot;
  await setRank(trx, { id: question.id, hot, topAnswerId: top_answer_id });
  if (hot !== question.hot) await moveInFeed(trx, { kind: "question", id: question.id, from: question.hot, to: hot });
  return hot;
}

const topAnswer = compiledQuery((db, { questionId }: { questionId: number }) =>
  db
    .selectFrom("answers")
    .select(["id", "vote_up"])
    .where("question_id", "=", questionId)
    .where("deleted_at", "is", null)
    .orderBy("accepted", "desc")
    .orderBy("score", "desc")
    .orderBy("id", "desc")
    .limit(1),
);

const setRank = compiledQuery((db, { id, hot, topAnswerId }: { id: number; hot: number; topAnswerId: number | null }) =>
  db.updateTable("questions").set({ hot, top_answer_id: topAnswerId }).where("id", "=", id),
);

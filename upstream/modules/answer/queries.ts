import type { SelectQueryBuilder } from "kysely";
import type { z } from "zod";
import type { answerSort } from "#app/contract/content/answer";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import { inOrder } from "#upstream/db/in-order";
import { fromOwnKey, locateOwn } from "#upstream/db/lists/own-lists";
import { findPage } from "#upstream/db/lists/site-lists";
import { fromKey } from "#upstream/db/lists/window";
import type { Database } from "#upstream/db/schema";
import { AUTHOR_COLUMNS } from "#upstream/modules/author/author";
import { listedColumns } from "#upstream/modules/content/editor-columns";

type Ids = SelectQueryBuilder<Database, "answers", { id: number }>;

/**
 * Summaries of answers with author and question, for lists. The ids are found on an index alone and texts read for one
 * page only; a cross join, because SQLite keeps its order and looks up the few ids.
 */
function answerSummaries(db: Db, ids: Ids) {
  return db
    .selectFrom(ids.as("page"))
    .crossJoin("answers as a")
    .whereRef("a.id", "=", "page.id")
    .innerJoin("users as u", "u.id", "a.author_id")
    .innerJoin("questions as q", "q.id", "a.question_id")
    .select([
      "a.id",
      "a.question_id",
      "q.title as question_title",
      "q.answer_count as question_answer_count",
      "a.excerpt",
      "a.vote_up",
      "a.comment_count",
      "a.accepted",
      ...listedColumns("answer", "a"),
      "a.created_at",
      ...AUTHOR_COLUMNS,
    ])
    .where("a.deleted_at", "is", null);
}

/** Answers with their text. */
function answerDetails(db: Db, ids: Ids) {
  return answerSummaries(db, ids).select([
    "a.content_html",
    "a.vote_down",
    "a.favorite_count",
    "a.version",
    "a.updated_at",
  ]);
}

/** An answer with its author; undefined if it does not exist or is deleted. */
export function findAnswer(db: Db, id: number) {
  return answerDetails(db, db.selectFrom("answers").select("id").where("id", "=", id)).executeTakeFirst();
}

type Page = { page: number; pageSize: number };

const pageOfQuestion = compiledQuery(
  (
    db,
    { questionId, limit, offset }: { questionId: number; limit: number; offset: number },
    order: "created_at" | "score",
  ) => {
    const ids = db
      .selectFrom("answers")
      .select("id")
      .where("question_id", "=", questionId)
      .where("deleted_at", "is", null)
      .orderBy("accepted", "desc")
      .orderBy(order, "desc")
      .orderBy("id", "desc")
      .limit(limit)
      .offset(offset);
    return answerDetails(db, ids).orderBy("a.accepted", "desc").orderBy(`a.${order}`, "desc").orderBy("a.id", "desc");
  },
);

/**
 * One page of a question's answers: the accepted one first, then by score or by time. One statement, two if the page is
 * empty. Undefined if the question does not exist or is deleted.
 */
export async function answersOfQuestion(
  db: Db,
  query: Page & { questionId: number; sort: z.output<typeof answerSort> },
) {
  const { questionId, page, pageSize, sort } = query;
  const values = { questionId, limit: pageSize, offset: (page - 1) * pageSize };
  const rows = await pageOfQuestion(db, values, sort === "time" ? "created_at" : "score");
  const [first] = rows;
  if (first) return { total: first.question_answer_count, rows };
  const question = await db
    .selectFrom("questions")
    .select("answer_count")
    .where("id", "=", questionId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return question && { total: question.answer_count, rows };
}

/** One page of the newest answers of the whole site. */
export async function latestAnswers(db: Db, { page, pageSize }: Page) {
  const window = await findPage(db, "answer", page, pageSize);
  if (window.limit === 0) return { total: window.total, rows: [] };
  const ids = db
    .selectFrom("answers")
    .select("id")
    .where("deleted_at", "is", null)
    .where(fromKey("answers", window.from))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(window.limit)
    .offset(window.offset);
  const rows = await answerDetails(db, ids).orderBy("a.created_at", "desc").orderBy("a.id", "desc").execute();
  return { total: window.total, rows };
}

/** Answers for lists, in the order of `ids`; missing ones are omitted. */
export async function answersByIds(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return inOrder(
    await answerSummaries(db, db.selectFrom("answers").select("id").where("id", "in", ids)).execute(),
    ids,
  );
}

/** One page of an author's answers, newest first; the total is the author's counter. */
export async function authorAnswers(db: Db, query: Page & { userId: number }) {
  const { total, from, limit, offset } = await locateOwn(db, "answer_count", query);
  if (limit === 0) return { total, rows: [] };
  const ids = db
    .selectFrom("answers")
    .select("id")
    .where("author_id", "=", query.userId)
    .where(fromOwnKey("created_at", "id", from))
    .where("deleted_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset);
  const rows = await answerSummaries(db, ids).orderBy("a.created_at", "desc").orderBy("a.id", "desc").execute();
  return { total, rows };
}

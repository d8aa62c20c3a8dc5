import { sql } from "kysely";
import type { z } from "zod";
import type { questionSort } from "#app/contract/content/question";
import type { Services } from "#upstream/call/context";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import { inOrder } from "#upstream/db/in-order";
import { fromOwnKey, locateOwn } from "#upstream/db/lists/own-lists";
import type { Window } from "#upstream/db/lists/site-lists";
import { fromKey } from "#upstream/db/lists/window";
import { AUTHOR_COLUMNS } from "#upstream/modules/author/author";
import { listedColumns } from "#upstream/modules/content/editor-columns";
import { featuredPage } from "#upstream/modules/content/featured";
import { taggedPage } from "#upstream/modules/content/tagged-page";
import { findPinnedPage, notPinned, withPinned } from "#upstream/modules/pin/pinned-page";
import { type LivePin, pinnedInList } from "#upstream/modules/pin/queries";

/** Questions with their author. */
function questionsWithAuthor(db: Db) {
  return db
    .selectFrom("questions as q")
    .innerJoin("users as u", "u.id", "q.author_id")
    .select([
      "q.id",
      "q.excerpt",
      "q.tags",
      "q.answer_count",
      "q.follow_count",
      "q.comment_count",
      "q.accepted_answer_id",
      "q.featured",
      ...listedColumns("question", "q"),
      "q.created_at",
      "q.updated_at",
      ...AUTHOR_COLUMNS,
    ])
    .where("q.deleted_at", "is", null);
}

/** Questions with their author and the answer that lists show. */
function questionSummaries(db: Db) {
  return questionsWithAuthor(db)
    .leftJoin("answers as t", "t.id", "q.top_answer_id")
    .leftJoin("users as w", "w.id", "t.author_id")
    .select([
      "t.id as top_id",
      "t.excerpt as top_excerpt",
      "t.vote_up as top_vote_up",
      "t.ai_generated as top_ai_generated",
      "w.id as top_user_id",
      "w.nickname as top_nickname",
      "w.avatar as top_avatar",
      "w.headline as top_headline",
      "w.deleted_at as top_closed_at",
    ]);
}

const summariesAmong = compiledQuery((db, { ids }: { ids: readonly number[] }) =>
  questionSummaries(db).where("q.id", "in", ids),
);

/** Questions for lists, in the order of `ids`; missing ones are omitted. */
export async function questionsByIds(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return inOrder(await summariesAmong(db, { ids }), ids);
}

type QuestionListQuery = {
  page: number;
  pageSize: number;
  sort: z.output<typeof questionSort>;
  tag?: string | undefined;
};

type Reads = Pick<Services, "db" | "cached">;

/** One page of the question list, pinned ones first; under a tag nothing is pinned. */
export async function listQuestions(services: Reads, query: QuestionListQuery) {
  const { db } = services;
  const { page, pageSize, sort, tag } = query;
  if (sort === "featured") {
    const { total, ids } = await featuredPage(db, "question", query);
    return { total, rows: await questionsByIds(db, ids) };
  }
  if (tag !== undefined) {
    const only = sort === "unanswered" ? sql<boolean>`t.answer_count = 0` : undefined;
    const tagged = { kind: "question", tag, page, pageSize } as const;
    const { total, ids } = await taggedPage(db, tagged, { hot: sort === "hot", only });
    return { total, rows: await questionsByIds(db, ids) };
  }
  const pins = sort === "unanswered" ? [] : await pinnedInList(services, "question");
  const list = sort === "unanswered" ? "question/unanswered" : "question";
  const { total, pinned, rest } = await findPinnedPage(db, list, pins, { page, pageSize, hot: sort === "hot" });
  const ids = [...pinned.map(({ key }) => key.id), ...(await sortedIds(db, sort, rest, pins))];
  return { total, rows: withPinned(await questionsByIds(db, ids), pins) };
}

async function sortedIds(
  db: Db,
  sort: QuestionListQuery["sort"],
  window: Window,
  pins: readonly LivePin[],
): Promise<number[]> {
  if (window.limit === 0) return [];
  let ids = db.selectFrom("questions as q").select("q.id").where("q.deleted_at", "is", null);
  if (pins.length > 0) ids = ids.where(notPinned("q.id", pins));
  if (sort === "unanswered") ids = ids.where("q.answer_count", "=", 0);
  const ordered =
    sort === "hot"
      ? ids.orderBy("q.hot", "desc")
      : ids.where(fromKey("q", window.from)).orderBy("q.created_at", "desc");
  const rows = await ordered.orderBy("q.id", "desc").limit(window.limit).offset(window.offset).execute();
  return rows.map((row) => row.id);
}

const wholeQuestion = compiledQuery((db, { id }: { id: number }) =>
  questionsWithAuthor(db).select(["q.content_html", "q.version"]).where("q.id", "=", id),
);

/** A question with its text; undefined if it does not exist or is deleted. */
export const findQuestion = async (db: Db, id: number) => (await wholeQuestion(db, { id })).at(0);

const countsFor = compiledQuery((db, { id, viewerId }: { id: number; viewerId: number }) =>
  db
    .selectFrom("questions as q")
    .select((eb) => [
      "q.author_id",
      "q.answer_count",
      "q.follow_count",
      "q.comment_count",
      "q.favorite_count",
      eb
        .selectFrom("answers as a")
        .select((mine) => mine.fn.max("a.id").as("id"))
        .whereRef("a.question_id", "=", "q.id")
        .where("a.author_id", "=", viewerId)
        .where("a.deleted_at", "is", null)
        .as("my_answer_id"),
      eb
        .selectFrom("answers as a")
        .select((others) => others.fn.max("a.id").as("id"))
        .whereRef("a.question_id", "=", "q.id")
        .where("a.author_id", "!=", viewerId)
        .where("a.deleted_at", "is", null)
        .as("others_answer_id"),
      eb
        .exists(
          eb
            .selectFrom("question_follows as f")
            .select("f.question_id")
            .whereRef("f.question_id", "=", "q.id")
            .where("f.user_id", "=", viewerId),
        )
        .as("followed"),
      eb
        .exists(
          eb
            .selectFrom("favorites as k")
            .select("k.target_id")
            .whereRef("k.target_id", "=", "q.id")
            .where("k.target_kind", "=", sql.lit("question" as const))
            .where("k.user_id", "=", viewerId),
        )
        .as("favorited"),
    ])
    .where("q.id", "=", id)
    .where("q.deleted_at", "is", null),
);

/** Counters of a question and, for a viewer, their own answer, follow and favorite. One statement. */
export const findQuestionCounts = async (db: Db, id: number, viewerId: number | null) =>
  (await countsFor(db, { id, viewerId: viewerId ?? 0 })).at(0);

/** One page of an author's questions, newest first; the total is the author's counter. */
export async function authorQuestions(db: Db, query: { userId: number; page: number; pageSize: number }) {
  const { total, from, limit, offset } = await locateOwn(db, "question_count", query);
  if (limit === 0) return { total, rows: [] };
  const rows = await questionSummaries(db)
    .where("q.author_id", "=", query.userId)
    .where(fromOwnKey("q.created_at", "q.id", from))
    .orderBy("q.created_at", "desc")
    .orderBy("q.id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return { total, rows };
}

/** One page of the questions that somebody follows, last followed first. */
export async function followedQuestions(db: Db, query: { userId: number; page: number; pageSize: number }) {
  const { total, from, limit, offset } = await locateOwn(db, "follow_question_count", query);
  if (limit === 0) return { total, rows: [] };
  const rows = await questionSummaries(db)
    .innerJoin("question_follows as f", "f.question_id", "q.id")
    .where("f.user_id", "=", query.userId)
    .where(fromOwnKey("f.created_at", "f.question_id", from))
    .orderBy("f.created_at", "desc")
    .orderBy("f.question_id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return { total, rows };
}

/** The stored related questions of a question, best first, including deleted ones. */
export const findRelated = compiledQuery((db, { questionId }: { questionId: number }) =>
  db
    .selectFrom("related_questions as r")
    .innerJoin("questions as q", "q.id", "r.related_id")
    .select(["q.id", "q.title", "q.answer_count", "q.deleted_at"])
    .where("r.question_id", "=", questionId)
    .orderBy("r.position"),
);

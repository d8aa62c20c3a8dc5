import type { QuestionDetail, QuestionSummary } from "#app/contract/content/question";
import type { Shown } from "#upstream/call/shown";
import { fromJson } from "#upstream/db/schema/columns";
import { keysOf } from "#upstream/db/versions";
import { authorView } from "#upstream/modules/author/author";
import { listedFields } from "#upstream/modules/content/editor-columns";
import { placedView } from "#upstream/modules/content/featured";
import type { findQuestion, questionsByIds } from "./queries";

type QuestionSummaryRow = Awaited<ReturnType<typeof questionsByIds>>[number] & { pinned?: boolean };
type QuestionRow = NonNullable<Awaited<ReturnType<typeof findQuestion>>>;

type Shared = Omit<QuestionSummary, "topAnswer">;

function sharedView(row: Omit<QuestionRow, "content_html" | "version"> & { pinned?: boolean }): Shared {
  return {
    id: row.id,
    ...listedFields("question", row),
    excerpt: row.excerpt,
    author: authorView(row),
    tags: fromJson<string[]>(row.tags),
    answerCount: row.answer_count,
    followCount: row.follow_count,
    commentCount: row.comment_count,
    acceptedAnswerId: row.accepted_answer_id,
    ...placedView(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Maps a question's card with its top answer; it also shows who asked and who answered. */
export const questionSummaryView = (row: QuestionSummaryRow): Shown<QuestionSummary> => ({
  data: { ...sharedView(row), topAnswer: topAnswerView(row) },
  keys: [`card/question/${row.id}`, ...keysOf("user", [row.author_user_id, row.top_user_id])],
});

function topAnswerView(row: QuestionSummaryRow): QuestionSummary["topAnswer"] {
  if (row.top_id === null || row.top_user_id === null) return null;
  const author = authorView({
    author_user_id: row.top_user_id,
    author_nickname: row.top_nickname ?? "",
    author_avatar: row.top_avatar ?? "",
    author_headline: row.top_headline ?? "",
    author_closed_at: row.top_closed_at,
  });
  return {
    id: row.top_id,
    author,
    excerpt: row.top_excerpt ?? "",
    voteUp: row.top_vote_up ?? 0,
    aiGenerated: row.top_ai_generated === 1,
  };
}

/** Maps a question for its page; it also shows the asker. */
export const questionDetailView = (row: QuestionRow): Shown<QuestionDetail> => ({
  data: { ...sharedView(row), contentHtml: row.content_html, version: row.version },
  keys: keysOf("user", [row.author_user_id]),
});

import type { AnswerDetail, AnswerSummary } from "#app/contract/content/answer";
import type { Shown } from "#upstream/call/shown";
import { authorView } from "#upstream/modules/author/author";
import { listedFields } from "#upstream/modules/content/editor-columns";
import type { AnswerReactions } from "#upstream/viewer/answer-reactions";
import type { authorAnswers, findAnswer } from "./queries";

type AnswerSummaryRow = Awaited<ReturnType<typeof authorAnswers>>["rows"][number];
type AnswerRow = NonNullable<Awaited<ReturnType<typeof findAnswer>>>;

/** Maps an answer for lists; it also shows its question and its author. */
export const answerSummaryView = (row: AnswerSummaryRow): Shown<AnswerSummary> => ({
  data: {
    id: row.id,
    question: { id: row.question_id, title: row.question_title, answerCount: row.question_answer_count },
    author: authorView(row),
    excerpt: row.excerpt,
    voteUp: row.vote_up,
    commentCount: row.comment_count,
    accepted: row.accepted === 1,
    ...listedFields("answer", row),
    createdAt: row.created_at,
  },
  keys: [`card/question/${row.question_id}`, `user/${row.author_user_id}`],
});

type ShownAnswer = AnswerDetail & Pick<AnswerSummary, "question">;
/** An answer without what is personal to the viewer. */
type SharedAnswer = Omit<ShownAnswer, "viewer">;

/** Maps an answer with its text; it also shows its question and its author. */
export function answerDetailView(row: AnswerRow): Shown<SharedAnswer> {
  const { data, keys } = answerSummaryView(row);
  return {
    data: {
      ...data,
      questionId: row.question_id,
      contentHtml: row.content_html,
      voteDown: row.vote_down,
      favoriteCount: row.favorite_count,
      version: row.version,
      updatedAt: row.updated_at,
    },
    keys,
  };
}

/** Adds the viewer's own state to an answer. */
export const answerSeenBy = (answer: SharedAnswer, { viewerId, votes, favorited }: AnswerReactions): ShownAnswer => ({
  viewer: {
    vote: votes.get(answer.id) ?? "none",
    favorited: favorited.has(answer.id),
    mine: viewerId === answer.author.userId,
  },
  ...answer,
});

import type { AnswerDetail, AnswerSummary } from "#app/contract/answer";
import type { Shown } from "#upstream/call/shown";
import { authorView } from "#upstream/modules/author/author";
import { listedFields } from "#upstream/modules/content/editor-columns";
import type { AnswerReactions } from "#upstream/viewer/answer-reactions";
import type { authorAnswers, findAnswer } from "./queries";

type AnswerSummaryRow = Awaited<ReturnType<typeof authorAnswers>>["rows"][number];
type AnswerRow = NonNullable<Awaited<ReturnType<typeof findAnswer>>>;

/** An answer of a list; of other things it shows its question and who wrote it. */
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
/** An answer as it is for everybody. */
type SharedAnswer = Omit<ShownAnswer, "viewer">;

/** An answer with its text; of other things it shows its question and who wrote it. */
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

/** An answer as a viewer sees it. */
export const answerSeenBy = (answer: SharedAnswer, { viewerId, votes, favorited }: AnswerReactions): ShownAnswer => ({
  ...answer,
  viewer: {
    vote: votes.get(answer.id) ?? "none",
    favorited: favorited.has(answer.id),
    mine: viewerId === answer.author.userId,
  },
});

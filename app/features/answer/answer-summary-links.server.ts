import type { AnswerSummary } from "#app/contract/content/answer";
import { paths } from "#app/paths";
import { encodeId } from "#app/server/urls/short-id.server";

/** Adds links to an answer in a list: its question, and its own page. */
export function answerSummaryLinks(answer: AnswerSummary) {
  const { id, question, author, excerpt, voteUp, commentCount, accepted, aiGenerated, createdAt } = answer;
  return {
    id,
    questionId: question.id,
    title: question.title,
    author: { userId: author.userId, nickname: author.nickname, avatar: author.avatar },
    excerpt,
    voteUp,
    commentCount,
    accepted,
    aiGenerated,
    createdAt,
    href: paths.question(encodeId(question.id), encodeId(id)),
  };
}

export type AnswerSummaryData = ReturnType<typeof answerSummaryLinks>;

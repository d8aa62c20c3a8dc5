import type { QuestionSummary } from "#app/contract/content/question";
import { placedMark } from "#app/features/content/placed-mark.server";
import { paths } from "#app/paths";
import { encodeId } from "#app/server/urls/short-id.server";

const TAGS_SHOWN = 2;

/** Minimal data of a question for lists, with its link; it is sent to the browser twice. */
export function questionLinks(question: QuestionSummary) {
  const { id, title, excerpt, tags, answerCount, followCount, acceptedAnswerId, topAnswer, createdAt } = question;
  return {
    id,
    title,
    excerpt: topAnswer?.excerpt ?? excerpt,
    /** Author of the excerpt with the upvotes, if it is an answer's. */
    excerptAuthor: topAnswer && {
      userId: topAnswer.author.userId,
      nickname: topAnswer.author.nickname,
      avatar: topAnswer.author.avatar,
      votes: topAnswer.voteUp,
    },
    /** Asker; null if an answer is shown. */
    asker: topAnswer
      ? null
      : { userId: question.author.userId, nickname: question.author.nickname, avatar: question.author.avatar },
    /** Whether the question, or the shown answer, is marked as AI-generated. */
    aiGenerated: question.aiGenerated || topAnswer?.aiGenerated === true,
    tags: tags.slice(0, TAGS_SHOWN),
    answerCount,
    followCount,
    accepted: acceptedAnswerId !== null,
    createdAt,
    href: paths.question(encodeId(id)),
    ...placedMark(question),
  };
}

export type QuestionItemData = ReturnType<typeof questionLinks>;

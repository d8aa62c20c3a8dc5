import type { QuestionSummary } from "#app/contract/question";
import { placedMark } from "#app/features/content/placed-mark.server";
import { paths } from "#app/paths";
import { encodeId } from "#app/server/short-id.server";

const TAGS_SHOWN = 2;

/** Question as lists show it, with its address. No more than that: it goes to the browser twice. */
export function questionLinks(question: QuestionSummary) {
  const { id, title, excerpt, tags, answerCount, followCount, acceptedAnswerId, topAnswer, createdAt } = question;
  return {
    id,
    title,
    excerpt: topAnswer?.excerpt ?? excerpt,
    /** Author of the excerpt, and how many agree, when it is an answer's. */
    excerptAuthor: topAnswer && {
      userId: topAnswer.author.userId,
      nickname: topAnswer.author.nickname,
      avatar: topAnswer.author.avatar,
      votes: topAnswer.voteUp,
    },
    /** Asker, where nobody has answered. */
    asker: topAnswer
      ? null
      : { userId: question.author.userId, nickname: question.author.nickname, avatar: question.author.avatar },
    /** Of the question, or of the answer that is shown with it. */
    aiGenerated: question.aiGenerated || topAnswer?.aiGenerated === true,
    tags: tags.slice(0, TAGS_SHOWN),
    answerCount,
    followCount,
    accepted: acceptedAnswerId !== null,
    ...placedMark(question),
    createdAt,
    href: paths.question(encodeId(id)),
  };
}

export type QuestionItemData = ReturnType<typeof questionLinks>;

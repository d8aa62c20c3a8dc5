import type { QuestionSummary } from "#app/contract/question";
import { paths } from "#app/paths";
import { encodeId } from "#app/server/short-id.server";

const TAGS_SHOWN = 2;

/** What a list shows of a question, with its address. No more than that: it goes to the browser twice. */
export function questionLinks(question: QuestionSummary) {
  const { id, title, excerpt, tags, answerCount, followCount, acceptedAnswerId, topAnswer, createdAt } = question;
  return {
    id,
    title,
    excerpt: topAnswer?.excerpt ?? excerpt,
    /** Author of the excerpt, when it is an answer's. */
    excerptAuthor: topAnswer?.author.nickname ?? null,
    /** Of the question, or of the answer that is shown with it. */
    aiGenerated: question.aiGenerated || topAnswer?.aiGenerated === true,
    tags: tags.slice(0, TAGS_SHOWN),
    answerCount,
    followCount,
    accepted: acceptedAnswerId !== null,
    createdAt,
    href: paths.question(encodeId(id)),
  };
}

export type QuestionItemData = ReturnType<typeof questionLinks>;

import type { AnswerDetail } from "#app/contract/content/answer";
import { historyPath } from "#app/features/history/history-path.server";
import { ownLinks } from "#app/features/write/own-links.server";
import { paths } from "#app/paths";
import { encodeId } from "#app/server/urls/short-id.server";

/** Prepares an answer for a page: with its short id and permalink, and anchors that are unique on the page. */
export function answerView(answer: AnswerDetail) {
  const shortId = encodeId(answer.id);
  return {
    ...answer,
    // Every text numbers its headings from h-1, and a page contains several texts.
    contentHtml: answer.contentHtml.replace(/(<h[1-6] id="|href="#)h-/g, `$1a${answer.id}-h-`),
    shortId,
    href: paths.question(encodeId(answer.questionId), shortId),
    history: historyPath({ kind: "answer", ...answer }),
    own: answer.viewer.mine ? ownLinks({ kind: "answer", id: answer.id, questionId: answer.questionId }) : null,
  };
}

export type AnswerView = ReturnType<typeof answerView>;

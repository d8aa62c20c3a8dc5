import { KINDS } from "#app/contract/kinds";
import type { FollowedItem } from "#app/contract/reading/following";
import type { FeedItem } from "#app/contract/reading/home-feed";
import { answerSummaryLinks } from "#app/features/answer/answer-summary-links.server";
import { caseView } from "#app/features/case/case-view.server";
import { textLinks } from "#app/features/content/text-links.server";
import { questionLinks } from "#app/features/question/question-links.server";

/** Adds links to an entry of the home feed or the following feed. */
export function feedLinks(item: FeedItem | FollowedItem) {
  if (item.kind === "answer") return { kind: item.kind, answer: answerSummaryLinks(item.answer) };
  if (item.kind === "question") return { kind: item.kind, question: questionLinks(item.question) };
  if (item.kind === "article")
    return { kind: item.kind, name: KINDS.article.name, text: textLinks("article", item.article) };
  return { kind: item.kind, case: caseView(item.case) };
}

export type FeedItemData = ReturnType<typeof feedLinks>;

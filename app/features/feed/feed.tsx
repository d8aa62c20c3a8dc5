import type { ReactNode } from "react";
import { AnswerSummaryItem } from "#app/features/answer/answer-summary-item";
import { CaseItem } from "#app/features/case/case-item";
import { TextItem } from "#app/features/content/text-item";
import { QuestionItem } from "#app/features/question/question-item";
import type { FeedItemData } from "./feed-links.server";

type Props = {
  items: readonly FeedItemData[];
  /** Whether to highlight the first. */
  lead?: boolean;
};

/** The home page's feed. */
export function Feed({ items, lead = false }: Props) {
  return (
    <ul className={lead ? "items items--lead" : "items"}>
      {items.map((item) => (
        <FeedEntry key={item.kind + contentOf(item).id} item={item} />
      ))}
    </ul>
  );
}

/** An entry of a mixed list, rendered by its kind, with an action at its end. */
export function FeedEntry({ item, tool }: { item: FeedItemData; tool?: ReactNode }) {
  if (item.kind === "question") return <QuestionItem question={item.question} kind tool={tool} />;
  if (item.kind === "case") return <CaseItem item={item.case} tool={tool} />;
  if (item.kind === "answer") return <AnswerSummaryItem answer={item.answer} signed tool={tool} />;
  return <TextItem text={item.text} kind={item.name} tool={tool} />;
}

/** The content shown by an entry. */
export function contentOf(item: FeedItemData): { id: number; title: string } {
  if (item.kind === "question") return item.question;
  if (item.kind === "answer") return item.answer;
  return item.kind === "case" ? item.case : item.text;
}

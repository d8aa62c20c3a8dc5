import { AnswerSummaryItem } from "#app/features/answer/answer-summary-item";
import { CaseItem } from "#app/features/case/case-item";
import { TextItem } from "#app/features/content/text-item";
import { QuestionItem } from "#app/features/question/question-item";
import type { FeedItemData } from "./feed-links.server";

type Props = {
  items: readonly FeedItemData[];
  /** The first of them stands out. */
  lead?: boolean;
};

/** The mixed lists of the home page. */
export function Feed({ items, lead = false }: Props) {
  return (
    <ul className={lead ? "items items--lead" : "items"}>
      {items.map((item) => (
        <FeedEntry key={item.kind + idOf(item)} item={item} />
      ))}
    </ul>
  );
}

/** One entry of a mixed list, as its kind looks. */
export function FeedEntry({ item }: { item: FeedItemData }) {
  if (item.kind === "question") return <QuestionItem question={item.question} kind />;
  if (item.kind === "case") return <CaseItem item={item.case} />;
  if (item.kind === "answer") return <AnswerSummaryItem answer={item.answer} signed />;
  return <TextItem text={item.text} kind={item.name} />;
}

/** Number of what an entry shows. */
export function idOf(item: FeedItemData): number {
  if (item.kind === "question") return item.question.id;
  if (item.kind === "answer") return item.answer.id;
  return item.kind === "case" ? item.case.id : item.text.id;
}

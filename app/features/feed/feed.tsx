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
      {items.map((item) => {
        if (item.kind === "question")
          return <QuestionItem key={`q${item.question.id}`} question={item.question} kind />;
        if (item.kind === "case") return <CaseItem key={`c${item.case.id}`} item={item.case} />;
        if (item.kind === "answer") return <AnswerSummaryItem key={`r${item.answer.id}`} answer={item.answer} signed />;
        return <TextItem key={`${item.kind}${item.text.id}`} text={item.text} kind={item.name} />;
      })}
    </ul>
  );
}

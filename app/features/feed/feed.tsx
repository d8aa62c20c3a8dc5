import { AnswerSummaryItem } from "#app/features/answer/answer-summary-item";
import { ArticleItem } from "#app/features/article/article-item";
import { CaseItem } from "#app/features/case/case-item";
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
        if (item.kind === "article") return <ArticleItem key={`a${item.article.id}`} article={item.article} kind />;
        if (item.kind === "case") return <CaseItem key={`c${item.case.id}`} item={item.case} />;
        return <AnswerSummaryItem key={`r${item.answer.id}`} answer={item.answer} signed />;
      })}
    </ul>
  );
}

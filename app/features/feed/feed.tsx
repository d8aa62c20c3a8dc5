import { ArticleItem } from "#app/features/article/article-item";
import { CaseItem } from "#app/features/case/case-item";
import { QuestionItem } from "#app/features/question/question-item";
import type { FeedItemData } from "./feed-links.server";

/** The mixed list of the home page. */
export function Feed({ items }: { items: readonly FeedItemData[] }) {
  return (
    <ul className="items">
      {items.map((item) => {
        if (item.kind === "question")
          return <QuestionItem key={`q${item.question.id}`} question={item.question} kind />;
        if (item.kind === "article") return <ArticleItem key={`a${item.article.id}`} article={item.article} kind />;
        return <CaseItem key={`c${item.case.id}`} item={item.case} />;
      })}
    </ul>
  );
}

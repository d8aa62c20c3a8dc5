import { Card } from "#app/components/ui/card";
import { Link } from "#app/components/ui/link";
import { NotLoaded } from "#app/components/ui/not-loaded";
import type { QuestionPage } from "./load-question-page.server";

/** Similar questions; empty if there are none. */
export function RelatedQuestions({ questions }: { questions: QuestionPage["related"] }) {
  if (questions?.length === 0) return null;
  return (
    <Card title="相关问题">
      {questions ? (
        <ul className="side-list">
          {questions.map((question) => (
            <li key={question.id}>
              <Link to={question.href} className="side-list__link" data-prefetch>
                {question.title}
              </Link>
              <span className="side-list__note numbers">{question.answerCount} 个回答</span>
            </li>
          ))}
        </ul>
      ) : (
        <NotLoaded what="相关问题" />
      )}
    </Card>
  );
}

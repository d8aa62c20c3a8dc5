import { Icon } from "#app/components/ui/icon";
import type { SimilarQuestion } from "./editor-result";

type Props = { title: string; questions: readonly SimilarQuestion[] };

/** Similar existing questions. Links open in a new window, beside the text being written. */
export function SimilarList({ title, questions }: Props) {
  return (
    <section className="similar" aria-label={title}>
      <p className="similar__title">{title}</p>
      <ul>
        {questions.map(({ id, title, answerCount, href }) => (
          <li key={id}>
            <a href={href} className="similar__link" target="_blank" rel="noopener">
              <span className="similar__question">{title}</span>
              <span className="similar__count">{answerCount > 0 ? `${answerCount} 个回答` : "还没有回答"}</span>
              <Icon name="external" label="在新窗口打开" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { CountLabel } from "#app/components/ui/count-label";
import { Icon } from "#app/components/ui/icon";
import { Item } from "#app/components/ui/item";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import { AiMark } from "#app/features/content/ai-mark";
import { questionsTagged } from "./question-filters";
import type { QuestionItemData } from "./question-links.server";

type Props = {
  question: QuestionItemData;
  /** Says that it is a question, where a list holds other things as well. */
  kind?: boolean;
};

/** A question in a list, with its best answer in two lines. */
export function QuestionItem({ question, kind = false }: Props) {
  return (
    <Item
      title={question.title}
      href={question.href}
      foot={
        <>
          {kind ? <Tag tone="accent">问答</Tag> : null}
          {question.accepted ? (
            <span className="item__accepted">
              <Icon name="accepted" />
              已采纳
            </span>
          ) : null}
          {question.answerCount === 0 ? <span className="item__open">等你来答</span> : null}
          <AiMark on={question.aiGenerated} />
          <CountLabel value={question.answerCount} word="回答" />
          <CountLabel value={question.followCount} word="关注" />
          <Time value={question.createdAt} />
          <span className="item__tags">
            {question.tags.map((name) => (
              <Tag key={name} to={questionsTagged(name)}>
                {name}
              </Tag>
            ))}
          </span>
        </>
      }
    >
      {question.excerpt ? (
        <p className="clamp-2">
          {question.excerptAuthor ? <span className="item__voice">{question.excerptAuthor}：</span> : null}
          {question.excerpt}
        </p>
      ) : null}
    </Item>
  );
}

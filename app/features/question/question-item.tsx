import type { ReactNode } from "react";
import { Avatar } from "#app/components/ui/avatar";
import { CountLabel } from "#app/components/ui/count-label";
import { Icon } from "#app/components/ui/icon";
import { Item } from "#app/components/ui/item";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import { AiMark } from "#app/features/content/ai-mark";
import { paths } from "#app/paths";
import type { QuestionItemData } from "./question-links.server";

type Props = {
  question: QuestionItemData;
  /** Shows that it is a question, in mixed lists. */
  kind?: boolean;
  /** Action of the list's owner. */
  tool?: ReactNode;
};

/** A question in a list, with its best answer (author, likes, excerpt), else with its asker. */
export function QuestionItem({ question, kind = false, tool }: Props) {
  const { excerptAuthor, asker } = question;
  return (
    <Item
      title={question.title}
      href={question.href}
      mark={question.mark}
      foot={
        <>
          {kind ? <Tag tone="accent">问题</Tag> : null}
          <Time value={question.createdAt} />
          <AiMark on={question.aiGenerated} />
          {question.answerCount === 0 ? <span className="item__open">等你来答</span> : null}
          <CountLabel value={question.answerCount} word="回答" />
          <CountLabel value={question.followCount} word="关注" />
          {tool}
          <span className="item__tags">
            {question.tags.map((name) => (
              <Tag key={name} to={paths.questions({ tag: name })}>
                {name}
              </Tag>
            ))}
          </span>
        </>
      }
    >
      {excerptAuthor ? (
        <p className="item__byline">
          <Avatar author={excerptAuthor} size={20} />
          <span className="item__name">{excerptAuthor.nickname}</span>
          <CountLabel value={excerptAuthor.votes} word="赞同" />
          {question.accepted ? (
            <span className="item__accepted">
              <Icon name="accepted" />
              已采纳
            </span>
          ) : null}
        </p>
      ) : null}
      {asker ? (
        <p className="item__byline">
          <Avatar author={asker} size={20} />
          <span className="item__name">{asker.nickname}</span>
          <span>提问</span>
        </p>
      ) : null}
      {question.excerpt ? <p className="clamp-2">{question.excerpt}</p> : null}
    </Item>
  );
}

import type { ReactNode } from "react";
import { CountLabel } from "#app/components/ui/count-label";
import { Icon } from "#app/components/ui/icon";
import { Item } from "#app/components/ui/item";
import { Time } from "#app/components/ui/time";
import { AuthorLine } from "#app/features/author/author-line";
import { AiMark } from "#app/features/content/ai-mark";
import type { AnswerSummaryData } from "./answer-summary-links.server";

type Props = {
  answer: AnswerSummaryData;
  /** Whether to show the author, who is known in a list of one person's answers. */
  signed?: boolean;
  /** Whether the previous entry answers the same question. */
  again?: boolean;
  /** Action of the list's owner. */
  tool?: ReactNode;
};

/** An answer in a list, under the title of its question. */
export function AnswerSummaryItem({ answer, signed = false, again = false, tool }: Props) {
  return (
    <Item
      title={answer.title}
      href={answer.href}
      again={again}
      foot={
        <>
          {signed ? (
            <AuthorLine author={answer.author} time={answer.createdAt} verb="回答于" />
          ) : (
            <Time value={answer.createdAt} />
          )}
          {answer.accepted ? (
            <span className="item__accepted">
              <Icon name="accepted" />
              已采纳
            </span>
          ) : null}
          <AiMark on={answer.aiGenerated} />
          <CountLabel value={answer.voteUp} word="赞同" />
          <CountLabel value={answer.commentCount} word="评论" />
          {tool}
        </>
      }
    >
      <p className="clamp-3">{answer.excerpt}</p>
    </Item>
  );
}

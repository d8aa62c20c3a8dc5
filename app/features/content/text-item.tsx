import type { ReactNode } from "react";
import { CountLabel } from "#app/components/ui/count-label";
import { Item } from "#app/components/ui/item";
import { Tag } from "#app/components/ui/tag";
import { AuthorLine } from "#app/features/author/author-line";
import { AiMark } from "./ai-mark";
import type { TextItemData } from "./text-links.server";

type Props = {
  text: TextItemData;
  /** Name of its kind, for mixed lists. */
  kind?: string;
  /** Action of the list's owner. */
  tool?: ReactNode;
};

/** A text in a list: title, excerpt, cover, author. */
export function TextItem({ text, kind, tool }: Props) {
  return (
    <Item
      title={text.title}
      href={text.href}
      cover={text.cover}
      mark={text.mark}
      foot={
        <>
          {kind ? <Tag>{kind}</Tag> : null}
          <AuthorLine author={text.author} time={text.createdAt} />
          <AiMark on={text.aiGenerated} />
          <CountLabel value={text.likeCount} word="喜欢" />
          <CountLabel value={text.commentCount} word="评论" />
          {tool}
        </>
      }
    >
      <p className="clamp-2">{text.excerpt}</p>
    </Item>
  );
}

import type { ReactNode } from "react";
import { CountLabel } from "#app/components/ui/count-label";
import { Item } from "#app/components/ui/item";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import type { ZhikuItemData } from "./zhiku-links.server";
import { ZHIKU_TYPES } from "./zhiku-types";

/** A content of zhiku in a list; `children` end its last line. */
export function ZhikuItem({ content, children }: { content: ZhikuItemData; children?: ReactNode }) {
  return (
    <Item
      title={content.title}
      href={content.href}
      cover={content.cover}
      foot={
        <>
          <Tag tone="accent">{ZHIKU_TYPES[content.type]}</Tag>
          {content.trial ? <Tag tone="warm">试读</Tag> : null}
          <span>{content.category.name}</span>
          <Time value={content.updatedAt} format="date" />
          <CountLabel value={content.readCount} word="人读过" />
          {content.attachmentCount > 0 ? <span>{content.attachmentCount} 个附件</span> : null}
          {children}
        </>
      }
    >
      <p className="clamp-2">{content.abstract}</p>
    </Item>
  );
}

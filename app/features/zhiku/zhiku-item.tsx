import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import type { ZhikuContentType } from "#app/contract/zhiku/content";
import { Figure } from "#app/features/feed/figure";
import { Item } from "#app/features/feed/item";
import type { ZhikuItemData } from "./zhiku-links.server";

export const ZHIKU_TYPES: Record<ZhikuContentType, string> = {
  article: "文章",
  report: "报告",
  data: "数据",
  template: "模板",
};

/** A content of zhiku in a list. */
export function ZhikuItem({ content }: { content: ZhikuItemData }) {
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
          <Figure value={content.readCount} word="阅读" />
        </>
      }
    >
      <p className="clamp-2">{content.abstract}</p>
    </Item>
  );
}

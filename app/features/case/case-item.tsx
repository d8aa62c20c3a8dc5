import type { ReactNode } from "react";
import { CountLabel } from "#app/components/ui/count-label";
import { Item } from "#app/components/ui/item";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import { paths } from "#app/paths";
import type { CaseItemData } from "./case-view.server";

/** A case in a mixed list. */
export function CaseItem({ item, tool }: { item: CaseItemData; tool?: ReactNode }) {
  return (
    <Item
      title={item.title}
      href={paths.case(item.id)}
      cover={item.cover}
      mark={item.mark}
      foot={
        <>
          <Tag tone="warm">案例</Tag>
          {item.classification ? <span>{item.classification}</span> : null}
          <Time value={item.createdAt} />
          <CountLabel value={item.likeCount} word="喜欢" />
          <CountLabel value={item.commentCount} word="评论" />
          {tool}
        </>
      }
    >
      <p className="clamp-2">{item.excerpt}</p>
    </Item>
  );
}

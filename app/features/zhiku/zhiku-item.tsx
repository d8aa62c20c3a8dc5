import type { ReactNode } from "react";
import { CountLabel } from "#app/components/ui/count-label";
import { Time } from "#app/components/ui/time";
import { ZhikuEntry } from "./zhiku-entry";
import type { ZhikuItemData } from "./zhiku-links.server";

/** A document in a list; `children` end its last line. */
export function ZhikuItem({ content, children }: { content: ZhikuItemData; children?: ReactNode }) {
  const { category, attachmentCount, abstract } = content;
  return (
    <ZhikuEntry {...content} text={<p className="clamp-2">{abstract}</p>}>
      <span>{category.name}</span>
      {attachmentCount > 0 ? <span className="zhiku-entry__files numbers">{attachmentCount} 个附件</span> : null}
      <span className="zhiku-entry__when">
        <Time value={content.updatedAt} format="date" /> 更新
      </span>
      <CountLabel value={content.readCount} word="人读过" />
      {children}
    </ZhikuEntry>
  );
}

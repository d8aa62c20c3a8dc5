import { Item } from "#app/components/ui/item";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import type { HeldItemData } from "./held-links.server";
import { HELD_STATES } from "./held-state";

/** Held texts above an author's own list, visible only to them. */
export default function HeldTexts({ held }: { held: readonly HeldItemData[] }) {
  return (
    <ul className="items" aria-label="未公开的内容">
      {held.map(({ id, title, excerpt, href, state, change, submittedAt }) => (
        <Item
          key={id}
          title={title}
          href={href}
          foot={
            <>
              <Tag tone={HELD_STATES[state].tone}>{HELD_STATES[state].label}</Tag>
              {change ? <span>对已发布内容的修改</span> : null}
              <span>
                <Time value={submittedAt} />
                提交，仅自己可见
              </span>
            </>
          }
        >
          <p className="clamp-2">{excerpt}</p>
        </Item>
      ))}
    </ul>
  );
}

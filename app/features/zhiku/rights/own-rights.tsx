import { Card } from "#app/components/ui/card";
import { NotLoaded } from "#app/components/ui/not-loaded";
import { Tag } from "#app/components/ui/tag";
import type { UserRight } from "#app/contract/zhiku/rights";
import { paths } from "#app/paths";
import { RightSpan } from "./right-span";
import { RIGHT_SOURCES, RIGHT_STATES, scopeName } from "./right-states";

/** A member's current, past and future rights; null if they could not be loaded. */
export function OwnRights({ rights }: { rights: readonly UserRight[] | null }) {
  return (
    <Card title="我的权益" more={{ label: "我的订单", to: paths.zhikuOrders() }} className="own-rights">
      {rights === null ? (
        <NotLoaded what="你的权益" />
      ) : rights.length === 0 ? (
        <p className="own-rights__none">还没有权益。标着“试读”的资料填好职业信息就能读，其余的要有能打开它的权益。</p>
      ) : (
        <ul>
          {rights.map(({ id, category, from, until, state, source }) => (
            <li key={id} className="own-right">
              <span className="own-right__name">{scopeName(category)}</span>
              <Tag tone={RIGHT_STATES[state].tone}>{RIGHT_STATES[state].label}</Tag>
              <span className="own-right__facts">
                <RightSpan from={from} until={until} format="date" />
                <span>{RIGHT_SOURCES[source]}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

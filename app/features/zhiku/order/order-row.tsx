import { buttonClass } from "#app/components/ui/button";
import { formatYuan } from "#app/components/ui/format-yuan";
import { Link } from "#app/components/ui/link";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import { useNow } from "#app/components/ui/use-now";
import type { Order } from "#app/contract/zhiku/order";
import { paths } from "#app/paths";
import { ORDER_CHANNELS, ORDER_STATES } from "./order-states";

/** A row of the member's order list. */
export function OrderRow({ order }: { order: Order }) {
  const { orderNo, offer, amount, channel, state, createdAt, expiresAt } = order;
  const now = useNow();
  // An order is closed some time after it can't be paid any more.
  const isOverdue = state === "pending" && expiresAt !== null && Date.parse(expiresAt) <= now;
  const { tone, label } = ORDER_STATES[isOverdue ? "closed" : state];
  return (
    <li className="order">
      <div className="order__what">
        <Link to={paths.zhikuOrder(orderNo)} className="order__name">
          {offer.name}
        </Link>
        <p className="order__facts">
          <span className="numbers">{orderNo}</span>
          <Time value={createdAt} format="datetime" />
          <span>{ORDER_CHANNELS[channel]}</span>
        </p>
      </div>
      <strong className="numbers">{formatYuan(amount)}</strong>
      <Tag tone={tone}>{isOverdue ? "已过支付时间" : label}</Tag>
      {state === "pending" && !isOverdue ? (
        <Link
          to={paths.zhikuOrder(orderNo)}
          className={`${buttonClass({ variant: "primary", size: "small" })} order__go`}
          aria-label={`去支付${offer.name}`}
        >
          去支付
        </Link>
      ) : null}
    </li>
  );
}

import { formatYuan } from "#app/components/ui/format-yuan";
import { Time } from "#app/components/ui/time";
import type { Order } from "#app/contract/zhiku/order";
import { ORDER_CHANNELS } from "./order-states";

/** Details of an order to copy or look up: number, channel, and times. */
export function OrderFacts({ order }: { order: Order }) {
  const { orderNo, channel, createdAt, paidAt, closedAt, refundedAt, refund } = order;
  const times = [
    ["下单时间", createdAt],
    ["支付时间", paidAt],
    ["关闭时间", closedAt],
    ["退款时间", refundedAt],
  ] as const;
  return (
    <dl className="order-facts">
      <div>
        <dt>订单号</dt>
        <dd className="numbers">{orderNo}</dd>
      </div>
      <div>
        <dt>支付方式</dt>
        <dd>{ORDER_CHANNELS[channel]}</dd>
      </div>
      {times.map(([word, at]) =>
        at ? (
          <div key={word}>
            <dt>{word}</dt>
            <dd>
              <Time value={at} format="datetime" />
            </dd>
          </div>
        ) : null,
      )}
      {refund?.done && refund.amount !== null ? (
        <div>
          <dt>退款金额</dt>
          <dd className="numbers">{formatYuan(refund.amount)}</dd>
        </div>
      ) : null}
    </dl>
  );
}

import { Fragment, type ReactNode } from "react";
import { formatYuan } from "#app/components/ui/format-yuan";
import { Time } from "#app/components/ui/time";
import type { OrderRefund, StaffOrder } from "#app/contract/admin/zhiku/order";
import { RightSpan } from "#app/features/zhiku/rights/right-span";
import { REFUND_STATES } from "./staff-order-states";

type Moment = { key: string; at: string; what: ReactNode; note?: ReactNode };

type Right = { id: number; from: string; until: string };

type Props = {
  order: StaffOrder & {
    transactionId: string | null;
    askedAt: string;
    notices: { id: string; at: string }[];
    refunds: OrderRefund[];
    rights: Right[];
  };
};

/** Timeline of an order, from its first moment to its last. */
export function OrderTimeline({ order }: Props) {
  const moments = momentsOf(order).sort((one, other) => one.at.localeCompare(other.at));
  return (
    <ol className="admin-timeline">
      {moments.map(({ key, at, what, note }) => (
        <li key={key}>
          <p>{what}</p>
          <p className="admin-log__note">
            <Time value={at} format="datetime" />
            {note ? <>，{note}</> : null}
          </p>
        </li>
      ))}
    </ol>
  );
}

function momentsOf({ transactionId, ...order }: Props["order"]): Moment[] {
  const { createdAt, paidAt, closedAt, refundedAt, askedAt, rights } = order;
  const moment = (key: string, at: string | null, what: ReactNode, note?: ReactNode): Moment[] =>
    at === null ? [] : [{ key, at, what, note }];
  return [
    ...moment("created", createdAt, `${order.buyer.nickname}下单，${formatYuan(order.amount)}`),
    ...moment("asked", askedAt === createdAt ? null : askedAt, "最近一次向微信支付核实"),
    ...moment("paid", paidAt, "支付成功", transactionId ? `微信支付单号 ${transactionId}` : null),
    ...order.notices.flatMap(({ id, at }) => moment(`notice-${id}`, at, "收到微信支付的通知", `编号 ${id}`)),
    ...moment("right", rights.length > 0 ? paidAt : null, "开通权益", <RightSpans rights={rights} />),
    ...order.refunds.flatMap(momentsOfRefund),
    ...moment("closed", closedAt, "订单关闭"),
    ...moment(
      "refunded",
      refundedAt,
      order.state === "closed" ? "关闭后才到的钱已退回" : refundedText(order.refund?.amount),
    ),
  ];
}

/** Spans of a right that is used in parts. */
const RightSpans = ({ rights }: { rights: readonly Right[] }) =>
  rights.map(({ id, from, until }, index) => (
    <Fragment key={id}>
      {index > 0 ? "；" : null}
      <RightSpan from={from} until={until} format="datetime" />
    </Fragment>
  ));

const refundedText = (amount: number | null | undefined): string =>
  `已退款${amount ? ` ${formatYuan(amount)}` : ""}，权益随之结束`;

function momentsOfRefund(refund: OrderRefund): Moment[] {
  const {
    refundNo,
    requestedBy,
    requestedAt,
    approvedBy,
    approvedAt,
    endedAt,
    amount,
    reason,
    state,
    refusal,
    withdrawn,
  } = refund;
  const how = REFUND_STATES[state];
  const asked: Moment = {
    key: refundNo,
    at: requestedAt,
    what: `${requestedBy.nickname}申请退款 ${formatYuan(amount)}：${reason}`,
    note: endedAt ? `退款单号 ${refundNo}` : `${how}，退款单号 ${refundNo}`,
  };
  const agreed = approvedBy && approvedAt ? `${approvedBy.nickname}批准退款` : null;
  return [
    asked,
    ...(agreed && approvedAt ? [{ key: `${refundNo}-agreed`, at: approvedAt, what: agreed }] : []),
    ...(endedAt
      ? [{ key: `${refundNo}-end`, at: endedAt, what: endText(refund), note: withdrawn?.reason || refusal }]
      : []),
  ];
}

function endText({ state, withdrawn }: OrderRefund): string {
  if (!withdrawn) return `退款${REFUND_STATES[state]}`;
  return `${withdrawn.by.nickname}${state === "rejected" ? "驳回" : "撤回"}了退款申请`;
}

import { randomBytes } from "node:crypto";
import type { FakeNotification } from "./fake-pay-notifications";

/** Full or partial refund of a charge. */
export type FakeRefund = {
  /** The merchant's refund number. */
  no: string;
  id: string;
  notificationId: string;
  /** Amount in fen. */
  amount: number;
  notifyUrl: string;
  status: RefundStatus;
  /** ISO 8601 time at which it was accepted. */
  at: string;
};

/** State of a refund, as WeChat Pay calls it. */
export type RefundStatus = "PROCESSING" | "SUCCESS" | "ABNORMAL" | "CLOSED";
/** Type of a notification on a refund, as WeChat Pay calls it. */
export type RefundEvent = "REFUND.SUCCESS" | "REFUND.ABNORMAL" | "REFUND.CLOSED";

/** Charge data that refunds need. */
type Charge = {
  orderNo: string;
  amount: number;
  state: string;
  transactionId: string;
  notifyUrl: string;
  refunds: FakeRefund[];
};

/** Amount of a charge in fen that was not refunded. */
export const leftOf = (charge: Charge): number =>
  charge.refunds.reduce((left, { amount, status }) => (status === "CLOSED" ? left : left - amount), charge.amount);

/** Adds a refund to a charge. The charge's state then shows that there was a refund, but not its amount. */
export function addRefund(
  charge: Charge,
  {
    no,
    amount,
    at,
    notifyUrl = charge.notifyUrl,
  }: Pick<FakeRefund, "no" | "amount" | "at"> & {
    notifyUrl?: string | undefined;
  },
  status: RefundStatus = "SUCCESS",
): FakeRefund {
  const id = `503${charge.refunds.length}${charge.transactionId.slice(4)}`;
  const refund = { no, id, notificationId: randomBytes(16).toString("hex"), amount, notifyUrl, status, at };
  charge.state = "REFUND";
  charge.refunds.push(refund);
  return refund;
}

/** Refund in WeChat Pay's format of replies. */
export const refundReplyOf = (charge: Charge, { no, id, amount, status, at }: FakeRefund) => ({
  refund_id: id,
  out_refund_no: no,
  transaction_id: charge.transactionId,
  out_trade_no: charge.orderNo,
  status,
  create_time: at,
  amount: { total: charge.amount, refund: amount, payer_total: charge.amount, payer_refund: amount, currency: "CNY" },
});

/** Type of the notification for a refund's status; a refund in progress is reported as successful. */
export const refundEventOf = (status: RefundStatus): RefundEvent =>
  `REFUND.${status === "PROCESSING" ? "SUCCESS" : status}`;

/** Refund in WeChat Pay's format of notifications. */
export function refundNoticeOf(
  charge: Charge,
  refund: FakeRefund,
  { event, mchId, at }: { event: RefundEvent; mchId: string; at: Date },
): FakeNotification {
  const about = {
    mchid: mchId,
    out_trade_no: charge.orderNo,
    transaction_id: charge.transactionId,
    out_refund_no: refund.no,
    refund_id: refund.id,
    refund_status: event.slice("REFUND.".length),
    ...(event === "REFUND.SUCCESS" && { success_time: at.toISOString() }),
    user_received_account: "支付用户零钱",
    amount: { total: charge.amount, refund: refund.amount, payer_total: charge.amount, payer_refund: refund.amount },
  };
  return { id: refund.notificationId, notifyUrl: refund.notifyUrl, event, about };
}

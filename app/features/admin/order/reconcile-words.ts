import type { RefundState } from "#app/contract/admin/zhiku/order";
import type { ReconcileLine, ReconcileReadiness } from "#app/contract/admin/zhiku/reconcile";
import { REFUND_WORDS } from "#app/contract/admin/zhiku/refund-words";
import { ORDER_STATES } from "#app/features/zhiku/order/order-states";

/** Labels of the differences of a payment or a refund. */
export const DIFFERENCES: Record<ReconcileLine["what"], string> = {
  "only-there": "本站没有这张订单",
  "only-here": "微信账单里没有",
  amount: "金额不同",
  state: "状态不同",
  number: "微信支付单号不同",
  fee: "手续费与费率不符",
};

/** Explanation why a day can't be compared; empty if it can. */
export const READINESS: Record<ReconcileReadiness, string> = {
  ready: "",
  early: "微信支付在第二天 10:00 之前做好账单，这一天的还没有。",
  old: "微信支付只保留最近三个月的账单，这一天的已经取不到。",
  off: "本站没有开通在线支付，没有账可对。",
};

const THERE: Record<string, string> = {
  SUCCESS: "成功",
  REVOKED: "已撤销",
  PROCESSING: "退款处理中",
  ABNORMAL: "退款异常",
  CHANGE: "退款异常",
  CLOSED: "退款关闭",
  FAIL: "退款失败",
};

/** Label of a state of WeChat Pay; the state itself if it has none. */
export const stateThere = (state: string): string => THERE[state] ?? state;

/** Label of our state of an order or a refund. */
export function stateHere(state: string): string {
  if (Object.hasOwn(REFUND_WORDS, state)) return REFUND_WORDS[state as RefundState];
  return Object.hasOwn(ORDER_STATES, state) ? ORDER_STATES[state as keyof typeof ORDER_STATES].label : state;
}

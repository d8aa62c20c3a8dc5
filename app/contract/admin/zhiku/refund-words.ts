import type { RefundState } from "./order";

/** Labels of refund states, in tables and files. */
export const REFUND_WORDS: Record<RefundState, string> = {
  waiting: "等待批准",
  asked: "已申请",
  underway: "退款中",
  abnormal: "退款异常",
  done: "已到账",
  refused: "微信支付没有接受",
  closed: "退款关闭",
  withdrawn: "已撤回",
  rejected: "已驳回",
};

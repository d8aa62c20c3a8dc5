import type { OrderRefund, StaffOrder } from "#app/contract/admin/zhiku/order";
import { ORDER_STATES } from "#app/features/zhiku/order/order-states";

type Shown = { label: string; tone: "accent" | "warm" | "neutral" | "danger" };

/** Label and colour of an order's state, in the console. */
export function staffOrderState({ state, waiting }: Pick<StaffOrder, "state" | "waiting">): Shown {
  if (waiting) return { label: "退款待批准", tone: "warm" };
  return state === "refunding" ? { label: "退款中", tone: "warm" } : ORDER_STATES[state];
}

/** Labels of the states of a refund, in the console. */
export const REFUND_STATES: Record<OrderRefund["state"], string> = {
  waiting: "等另一位同事批准",
  asked: "微信支付还没有回应，会自动再试",
  underway: "微信支付处理中，到账后权益随之结束",
  abnormal: "没有到账，请到微信支付商户平台处理",
  done: "已到账",
  refused: "微信支付没有接受",
  closed: "已在微信支付关闭，钱没有退",
  withdrawn: "没有退，已撤回",
  rejected: "没有退，已驳回",
};

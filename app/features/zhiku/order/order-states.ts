import type { OrderChannel, OrderState } from "#app/contract/zhiku/order";

/** Label and tone of each order state. */
export const ORDER_STATES: Record<OrderState, { label: string; tone: "accent" | "warm" | "neutral" }> = {
  pending: { label: "待支付", tone: "warm" },
  paid: { label: "已支付", tone: "accent" },
  refunded: { label: "已退款", tone: "neutral" },
  closed: { label: "已关闭", tone: "neutral" },
};

/** Names of the payment channels. */
export const ORDER_CHANNELS: Record<OrderChannel, string> = {
  native: "微信扫码",
  jsapi: "微信内支付",
  redeem: "兑换码",
};

/** Parses an order state; undefined if invalid. */
export const orderStateOf = (text: string | null): OrderState | undefined =>
  text !== null && Object.hasOwn(ORDER_STATES, text) ? (text as OrderState) : undefined;

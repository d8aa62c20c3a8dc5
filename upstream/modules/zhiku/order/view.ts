import type { Order, OrderPayment } from "#app/contract/zhiku/order";
import type { Pay } from "#upstream/services/pay/pay";
import type { OrderRow } from "./queries";

/** Maps an order for its buyer. */
export const orderView = (row: OrderRow): Order => ({
  id: row.id,
  orderNo: row.order_no,
  offer: { id: row.offer_id, name: row.offer_name },
  categoryId: row.category_id,
  amount: row.amount,
  channel: row.channel,
  state: row.state,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  paidAt: row.paid_at,
  closedAt: row.closed_at,
  refundedAt: row.refunded_at,
});

/** Payment data of an order; null if WeChat Pay has not returned it, or there is nothing to pay. */
export function paymentView(row: OrderRow, pay: Pay, now: string): OrderPayment | null {
  if (!isPayable(row, now)) return null;
  if (row.code_url !== null) return { channel: "native", codeUrl: row.code_url };
  if (row.prepay_id === null) return null;
  return { channel: "jsapi", params: pay.launch(row.prepay_id, row.app_id ?? pay.appId) };
}

/** Whether payment can still be started. */
export const isPayable = ({ state, expires_at }: Pick<OrderRow, "state" | "expires_at">, now: string): boolean =>
  state === "pending" && expires_at !== null && expires_at > now;

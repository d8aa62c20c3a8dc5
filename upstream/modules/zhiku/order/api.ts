import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { type Call, isoAgo, nowIso } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { createOrder } from "./create";
import { ensurePrepay, needsPrepay } from "./ensure-prepay";
import { orderIds, orderOf, ordersByIds } from "./queries";
import { redeemOrder } from "./redeem";
import { refundView, staffRefundsOf } from "./refund-view";
import { claimForPolling, resolveOrder } from "./resolve";
import { orderView, paymentView } from "./view";

/** Milliseconds between two queries of an order at WeChat Pay, however often its page asks. */
const ASK_PAUSE = 5_000;

export const zhikuOrder = implement(zhikuOrderApi, {
  create: ({ body }, call) => (body.channel === "redeem" ? redeemOrder(call, body) : createOrder(call, body)),

  async list({ query: { page, pageSize, state, orderNo } }, call) {
    const { userId } = call.viewer;
    if (orderNo !== undefined) await refreshFromWechatPay(call, userId, orderNo);
    const ids = await orderIds(call.db, { userId, state, orderNo });
    const rows = await ordersByIds(call.db, ids.slice((page - 1) * pageSize, page * pageSize));
    const byStaff = orderNo === undefined ? null : await staffRefundsOf(call.db, [orderNo]);
    const { pay } = call;
    const list = rows.map((row) => ({
      ...orderView(row),
      ...(byStaff && { refund: refundView(row, byStaff) }),
      payment: orderNo !== undefined && pay ? paymentView(row, pay, nowIso(call)) : null,
    }));
    return { list, total: ids.length, page, pageSize };
  },
});

/**
 * Queries WeChat Pay while the buyer waits, in case the notification was lost. If WeChat Pay has not returned the
 * payment URL yet, requests it again.
 */
async function refreshFromWechatPay(call: Call, userId: number, orderNo: string): Promise<void> {
  const { db, pay, clock } = call;
  const order = await orderOf(db, userId, orderNo);
  if (!order || !pay || order.state !== "pending") return;
  if (order.asked_at > isoAgo({ clock }, ASK_PAUSE)) return;
  try {
    if (!(await claimForPolling(call, order))) return;
    if (needsPrepay(order, nowIso(call))) await ensurePrepay(call, pay, order);
    else await resolveOrder(call, order);
  } catch (error) {
    // The page shows the stored state, and asks again; also while nothing can be written, e.g. to a full disk.
    if (!(error instanceof BusinessError))
      call.note("order_query_failed", { orderNo, error: (error as Error).message });
  }
}

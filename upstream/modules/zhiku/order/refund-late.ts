import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";
import { type Pay, PayError, type Refund } from "#upstream/services/pay/pay";
import { refundNoOf } from "./order-no";
import { noteRefundNumbers } from "./refund-numbers";

/** Maximum number per sweep. */
const AT_ONCE = 20;

/**
 * Refunds a payment for a closed order. WeChat Pay refunds once, however often it is asked; if it can't be reached, the
 * sweep tries again.
 */
export async function refundPaymentOfClosedOrder(services: Services, orderNo: string): Promise<void> {
  const { db, pay, note } = services;
  const order = await lateOrders(services).where("order_no", "=", orderNo).executeTakeFirst();
  if (!pay || !order) return;
  const refundNo = refundNoOf(orderNo);
  try {
    const accepted = await pay.refund({ orderNo, refundNo, amount: order.amount, reason: "订单已关闭" });
    await noteRefundNumbers(db, orderNo, [refundNo, accepted.refundId]);
    if (hasFailed(accepted)) return note("refund_failed", { orderNo, error: accepted.state });
  } catch (error) {
    if (!(error instanceof PayError)) throw error;
    const gone = error.reason === "refused" && (await isRefunded(pay, orderNo, refundNo).catch(() => false));
    if (!gone) return note("refund_failed", { orderNo, error: error.message });
  }
  await transact(db, (trx) => noteRefund(trx, nowIso(services), orderNo));
}

/**
 * Whether nothing is left to refund, because the merchant was faster. A payment counts as refunded for ever, even if
 * our refund of it was cancelled, so that is queried first.
 */
async function isRefunded(pay: Pay, orderNo: string, refundNo: string): Promise<boolean> {
  const ours = await pay.queryRefund(refundNo);
  return ours ? ours.state === "done" : (await pay.query(orderNo))?.state === "refunded";
}

/** Records and notifies once that a closed order's payment was refunded. */
export async function noteRefund(trx: Db, now: string, orderNo: string): Promise<void> {
  const order = await trx
    .updateTable("zhiku_orders")
    .set({ refunded_at: now })
    .where("order_no", "=", orderNo)
    .where("refunded_at", "is", null)
    .returning(["user_id", "offer_name", "amount"])
    .executeTakeFirst();
  if (!order) return;
  const { user_id: userId, offer_name: offerName, amount } = order;
  const message = { kind: "order-refunded", orderNo, offerName, amount, late: true } as const;
  await notifyBySystem(trx, { userId, message, at: now });
}

/** Whether a refund was accepted, but its money does not arrive, so that the merchant has to act at WeChat Pay. */
const hasFailed = ({ state }: Pick<Refund, "state">): boolean => state === "abnormal" || state === "closed";

/**
 * Records that our refund of a closed order's payment has failed after it was accepted: it is outstanding again.
 * @returns whether it was one
 */
export async function noteFailedLateRefund({ db }: Services, { orderNo, refundNo }: Refund): Promise<boolean> {
  if (refundNo !== refundNoOf(orderNo)) return false;
  const { numUpdatedRows } = await db
    .updateTable("zhiku_orders")
    .set({ refunded_at: null })
    .where("order_no", "=", orderNo)
    .where("state", "=", "closed")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Refunds all outstanding payments of closed orders. */
export async function refundPaymentsOfClosedOrders(services: Services): Promise<void> {
  const orders = await lateOrders(services).orderBy("id").limit(AT_ONCE).execute();
  for (const { order_no } of orders) await refundPaymentOfClosedOrder(services, order_no);
}

const lateOrders = ({ db }: Services) =>
  db
    .selectFrom("zhiku_orders")
    .select(["order_no", "amount"])
    .where("state", "=", "closed")
    .where("transaction_id", "is not", null)
    .where("refunded_at", "is", null);

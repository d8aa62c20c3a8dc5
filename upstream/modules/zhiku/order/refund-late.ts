import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";
import { PayError } from "#upstream/services/pay/pay";
import { refundNoOf } from "./order-no";

/** At most so many in one sweep. */
const AT_ONCE = 20;

/**
 * Gives back what was paid for an order that is closed. WeChat Pay does it once, however often it is asked; where it
 * can't be asked now, the sweep asks again.
 */
export async function refundPaymentOfClosedOrder(services: Services, orderNo: string): Promise<void> {
  const { db, pay, note } = services;
  const order = await lateOrders(services).where("order_no", "=", orderNo).executeTakeFirst();
  if (!pay || !order) return;
  try {
    await pay.refund({ orderNo, refundNo: refundNoOf(orderNo), amount: order.amount, reason: "订单已关闭" });
  } catch (error) {
    if (!(error instanceof PayError)) throw error;
    // There is nothing left to give back if the merchant was faster.
    const gone = error.reason === "refused" && (await pay.query(orderNo).catch(() => null))?.state === "refunded";
    if (gone) return transact(db, (trx) => noteRefund(trx, nowIso(services), orderNo));
    note("refund_failed", { orderNo, error: error.message });
    return;
  }
  await transact(db, (trx) => noteRefund(trx, nowIso(services), orderNo));
}

/** The money of a closed order has gone back: noted and told once, whoever hears of it first. */
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

/** All that have yet to go back. */
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

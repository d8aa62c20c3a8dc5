import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";
import { grantRight } from "#upstream/modules/zhiku/rights/grant";
import type { Payment } from "#upstream/services/pay/pay";
import { isChargeOf } from "./is-charge-of";
import { lockOrder } from "./lock-order";
import { notePaymentNotification } from "./note-notification";
import type { OrderRow } from "./queries";
import { refundPaymentOfClosedOrder } from "./refund-late";

/**
 * Outcome of settling a payment. `paid`: the order is paid now, and its right granted; `already`: it was before;
 * `late`: the order is closed, and the money is refunded; `unknown`, `mismatch`: nothing was done, because the order is
 * not ours or the payment does not match it.
 */
export type Settled = "paid" | "already" | "late" | "unknown" | "mismatch";

/**
 * Processes a payment, however often and in whatever order it is reported. The order, its right and the record of the
 * notification are one transaction, with the owner's notification.
 * @param payment with state `paid`, as reported by WeChat Pay itself
 * @param notificationId id of WeChat Pay's notification, if there was one
 */
export async function settle(services: Services, payment: Payment, notificationId: string | null): Promise<Settled> {
  const settled = await transact(services.db, (trx) => settleWithin(trx, services, payment, notificationId));
  const { orderNo, transactionId } = payment;
  if (settled === "mismatch") services.note("payment_mismatch", { orderNo, transactionId });
  if (settled === "late") {
    services.note("payment_late", { orderNo, transactionId });
    await refundPaymentOfClosedOrder(services, orderNo);
  }
  return settled;
}

async function settleWithin(
  trx: Db,
  services: Services,
  payment: Payment,
  notificationId: string | null,
): Promise<Settled> {
  const { orderNo, transactionId, paidAt } = payment;
  const order = await lockOrder(trx, orderNo);
  if (!order) return "unknown";
  if (!isChargeOf(order, payment)) return "mismatch";
  await notePaymentNotification(trx, services, { id: notificationId, orderNo, transactionId });
  const set = (change: Partial<OrderRow>) =>
    trx.updateTable("zhiku_orders").set(change).where("id", "=", order.id).execute();
  const { id: orderId, state, user_id: userId, category_id: categoryId, days } = order;
  if (state === "pending" && (await isOpen(trx, userId))) {
    const now = nowIso(services);
    await set({ state: "paid", paid_at: paidAt ?? now, transaction_id: transactionId });
    const { from, until } = await grantRight(trx, services, { userId, categoryId, days, source: "order", orderId });
    const begins = from > now ? from : null;
    const message = { kind: "order-paid", orderNo, offerName: order.offer_name, begins, until } as const;
    await notifyBySystem(trx, { userId, message, at: now });
    return "paid";
  }
  if (state === "pending") {
    // The owner has closed the account meanwhile: there is nobody to read.
    await set({ state: "closed", closed_at: nowIso(services), transaction_id: transactionId });
    return "late";
  }
  if (state !== "closed" || order.transaction_id !== null) return "already";
  await set({ transaction_id: transactionId });
  return "late";
}

async function isOpen(trx: Db, userId: number): Promise<boolean> {
  const open = trx.selectFrom("users").select("id").where("id", "=", userId).where("deleted_at", "is", null);
  return (await open.executeTakeFirst()) !== undefined;
}

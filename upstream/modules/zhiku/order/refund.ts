import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";
import { endRightOfOrder } from "#upstream/modules/zhiku/rights/grant";
import { isChargeOf } from "./is-charge-of";
import { lockOrder } from "./lock-order";
import { notePaymentNotification } from "./note-notification";
import type { OrderRow } from "./queries";
import { takeLateRefund } from "./refund-late";
import { noteRefundNumbers } from "./refund-numbers";

/**
 * `refunded`: the order is refunded now, and its right has ended; `already`: it was before. Otherwise nothing was done.
 */
export type Refunded = "refunded" | "already" | "unknown" | "mismatch";

type ReportedRefund = {
  orderNo: string;
  /** Application that requested the payment, if known. */
  appId?: string;
  /** Amount of the payment in fen. */
  amount: number;
  /** Refunded amount in fen; null if WeChat Pay was queried about the payment, which does not include it. */
  refunded: number | null;
  transactionId: string | null;
  /** The merchant's refund number, if known. */
  refundNo?: string;
  /** WeChat Pay's refund number, if known. */
  refundId?: string | null;
  /** ISO 8601 time of the payment, if known. */
  paidAt?: string | null;
};

/**
 * Processes a full or partial refund, however often and in whatever order it is reported. The order, the end of its
 * right, the owner's notification and the record of WeChat Pay's notification are one transaction.
 * @param notificationId id of WeChat Pay's notification, if there was one
 */
export async function takeRefund(
  services: Services,
  told: ReportedRefund,
  notificationId: string | null,
): Promise<Refunded> {
  const { orderNo, transactionId } = told;
  const taken = await transact(services.db, (trx) => refundWithin(trx, services, told, notificationId));
  if (taken === "mismatch") services.note("refund_mismatch", { orderNo, transactionId });
  return taken;
}

async function refundWithin(
  trx: Db,
  services: Services,
  told: ReportedRefund,
  notificationId: string | null,
): Promise<Refunded> {
  const { orderNo, refunded, refundNo, refundId, transactionId, paidAt } = told;
  const now = nowIso(services);
  const order = await lockOrder(trx, orderNo);
  if (!order) return "unknown";
  if (!isChargeOf(order, told)) return "mismatch";
  const isNew = await notePaymentNotification(trx, services, { id: notificationId, orderNo, transactionId });
  await noteRefundNumbers(trx, orderNo, [refundNo, refundId]);
  const isOurs = await endRefundsOf(trx, { orderNo, refundNo, now });
  if (isNew && !isOurs && refunded !== null && order.state !== "closed") await addRefundedThere(trx, order, refunded);
  const paid = { transaction_id: order.transaction_id ?? transactionId };
  const set = trx.updateTable("zhiku_orders").where("id", "=", order.id);
  if (order.state === "closed") {
    // Paid when already closed, and refunded before or after we learned of it.
    await set.set(paid).execute();
    await takeLateRefund(trx, order, { refundNo, refunded: isNew ? refunded : null, now });
    return "already";
  }
  if (order.state === "refunded") return "already";
  await set.set({ ...paid, state: "refunded", paid_at: order.paid_at ?? paidAt ?? now, refunded_at: now }).execute();
  await endRightOfOrder(trx, services, order.id);
  const message = {
    kind: "order-refunded",
    orderNo,
    offerName: order.offer_name,
    amount: refunded,
    late: false,
  } as const;
  await notifyBySystem(trx, { userId: order.user_id, message, at: now });
  return "refunded";
}

/** Several parts may be refunded on WeChat Pay's own pages, each with a notification of its own. */
const addRefundedThere = (trx: Db, { id, refunded_there }: OrderRow, amount: number) =>
  trx
    .updateTable("zhiku_orders")
    .set({ refunded_there: (refunded_there ?? 0) + amount })
    .where("id", "=", id)
    .execute();

/**
 * Ends the refunds requested by staff: the one that has arrived, and those not approved yet.
 * @returns whether the one that has arrived was requested by staff
 */
async function endRefundsOf(
  trx: Db,
  { orderNo, refundNo, now }: { orderNo: string; refundNo: string | undefined; now: string },
): Promise<boolean> {
  const ours = trx.updateTable("zhiku_refunds").where("order_no", "=", orderNo);
  await ours.set({ state: "withdrawn", ended_at: now }).where("state", "=", "waiting").execute();
  if (refundNo === undefined) return false;
  const done = ours.set({ state: "done", ended_at: now }).where("refund_no", "=", refundNo);
  await done.where("state", "!=", "done").execute();
  const one = trx.selectFrom("zhiku_refunds").select("refund_no").where("refund_no", "=", refundNo);
  return (await one.executeTakeFirst()) !== undefined;
}

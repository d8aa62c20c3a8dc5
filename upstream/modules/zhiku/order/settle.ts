import { nowIso, type Services } from "../../../context";
import type { Db } from "../../../db/dialect";
import { transact } from "../../../db/transact";
import type { Payment } from "../../../services/pay/pay";
import { grantRight } from "../rights/grant";
import { refundLate } from "./refund-late";

/**
 * What a payment was to us. `paid`: the order is paid now, and its right is given. `already`: it was. `late`: the order
 * is closed, and the money goes back. `unknown`, `mismatch`: nothing was done, it is not ours or not what was asked for.
 */
export type Settled = "paid" | "already" | "late" | "unknown" | "mismatch";

/**
 * Takes in that an order was paid, however often and in whatever order one hears of it. The order, its right and the
 * notice are written in one transaction: all or nothing.
 * @param payment of state `paid`, as WeChat Pay itself has said
 * @param noticeId where a notice told it
 */
export async function settle(services: Services, payment: Payment, noticeId: string | null): Promise<Settled> {
  const settled = await transact(services.db, (trx) => settleWithin(trx, services, payment, noticeId));
  const { orderNo, transactionId } = payment;
  if (settled === "mismatch")
    services.log("error", "a payment is not of the order's amount", { orderNo, transactionId });
  if (settled === "late") {
    services.log("error", "a closed order was paid; the money goes back", { orderNo, transactionId });
    await refundLate(services, orderNo);
  }
  return settled;
}

async function settleWithin(
  trx: Db,
  services: Services,
  { orderNo, amount, transactionId, paidAt }: Payment,
  noticeId: string | null,
): Promise<Settled> {
  const now = nowIso(services);
  const paid = await trx
    .updateTable("zhiku_orders")
    .set({ state: "paid", paid_at: paidAt ?? now, transaction_id: transactionId })
    .where("order_no", "=", orderNo)
    .where("state", "=", "pending")
    .where("amount", "=", amount)
    .returning(["id", "user_id", "category_id", "days"])
    .executeTakeFirst();
  if (paid) {
    const { id: orderId, user_id: userId, category_id: categoryId, days } = paid;
    await grantRight(trx, services, { userId, categoryId, days, source: "order", orderId });
    await noteNotice(trx, now, noticeId, orderNo, transactionId);
    return "paid";
  }
  const order = await trx
    .selectFrom("zhiku_orders")
    .select(["state", "amount", "transaction_id"])
    .where("order_no", "=", orderNo)
    .executeTakeFirst();
  if (!order) return "unknown";
  if (order.amount !== amount) return "mismatch";
  await noteNotice(trx, now, noticeId, orderNo, transactionId);
  if (order.state !== "closed" || order.transaction_id !== null) return "already";
  await trx
    .updateTable("zhiku_orders")
    .set({ transaction_id: transactionId })
    .where("order_no", "=", orderNo)
    .where("state", "=", "closed")
    .execute();
  return "late";
}

async function noteNotice(trx: Db, now: string, id: string | null, orderNo: string, transactionId: string | null) {
  if (id === null) return;
  await trx
    .insertInto("zhiku_pay_notices")
    .values({ id, order_no: orderNo, transaction_id: transactionId, received_at: now })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

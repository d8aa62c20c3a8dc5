import type { RefundState } from "#app/contract/admin/zhiku/order";
import type { Reconciliation } from "#app/contract/admin/zhiku/reconcile";
import type { Services } from "#upstream/call/context";
import { NOTIFY_PATH } from "#upstream/services/create-pay";
import type { RefundStatus } from "#upstream/services/pay/fake-pay-refunds";

/** WeChat Pay's status of an accepted refund. */
const STATUS: Partial<Record<RefundState, RefundStatus>> = {
  underway: "PROCESSING",
  abnormal: "ABNORMAL",
  done: "SUCCESS",
  closed: "CLOSED",
};

/**
 * Restores payments and refunds in the demo's fake WeChat Pay, which forgets everything with its process, so that
 * refunds, queries and bills of a restarted demo refer to the same orders. Refunds unknown here are restored from the
 * stored comparisons.
 */
export async function recallCharges({ db, fakes, config }: Pick<Services, "db" | "fakes" | "config">): Promise<void> {
  if (!fakes) return;
  const notifyUrl = config.publicOrigin + NOTIFY_PATH;
  const orders = await db
    .selectFrom("zhiku_orders")
    .select(["order_no", "offer_name", "amount", "channel", "created_at", "expires_at", "paid_at", "closed_at"])
    .select(["refunded_at", "transaction_id"])
    .where("transaction_id", "is not", null)
    .orderBy("id")
    .execute();
  const byStaff = await db
    .selectFrom("zhiku_refunds")
    .select(["order_no as orderNo", "refund_no as no", "amount", "state", "accepted_at", "created_at"])
    .execute();
  const unknown = (await db.selectFrom("zhiku_reconciliations").select("result").execute())
    .flatMap(({ result }) => (JSON.parse(result) as Pick<Reconciliation, "lines">).lines)
    .filter(({ kind, what }) => kind === "refund" && what === "state");
  for (const order of orders) {
    const { order_no: orderNo, amount, channel } = order;
    const refunds = [
      ...byStaff.flatMap((one) => {
        const status = one.orderNo === orderNo ? STATUS[one.state] : undefined;
        return status ? [{ no: one.no, amount: one.amount, at: one.accepted_at ?? one.created_at, status }] : [];
      }),
      ...unknown.flatMap((one) =>
        one.orderNo === orderNo && one.there
          ? [{ no: one.refundNo ?? "", amount: one.there.amount, at: one.there.at ?? "", status: "SUCCESS" as const }]
          : [],
      ),
    ];
    if (order.refunded_at !== null && !refunds.some(({ status }) => status === "SUCCESS"))
      refunds.push({ no: `M${orderNo}`, amount, at: order.refunded_at, status: "SUCCESS" });
    fakes.pay.recall({
      orderNo,
      description: order.offer_name,
      amount,
      refunds,
      notifyUrl,
      channel: channel === "jsapi" ? "jsapi" : "native",
      createdAt: order.created_at,
      expiresAt: order.expires_at ?? order.created_at,
      paidAt: order.paid_at ?? order.closed_at ?? "",
      transactionId: order.transaction_id ?? "",
    });
  }
}

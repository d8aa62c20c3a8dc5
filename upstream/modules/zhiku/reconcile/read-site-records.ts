import type { Db } from "#upstream/db/dialect";
import type { TradeBill } from "#upstream/services/pay/pay-bill";
import { chinaDayStart } from "#upstream/text/china-time";
import type { SiteOrder, SiteRecords, SiteRefund } from "./compare";

/** Ids per statement. */
const AT_ONCE = 500;

/** Our rows of a day in China, and those that its bill names. */
export async function readSiteRecords(db: Db, day: string, { lines }: Pick<TradeBill, "lines">): Promise<SiteRecords> {
  const [from, to] = [chinaDayStart(day), chinaDayStart(day, 1)];
  const ofDay = await ordersOf(db).where("paid_at", ">=", from).where("paid_at", "<", to).execute();
  const refundsOfDay = await refundsOf(db)
    .where((eb) =>
      eb.or([
        eb.and([eb("accepted_at", ">=", from), eb("accepted_at", "<", to)]),
        // If the acceptance time is unknown (old rows, or the notification came first), use the request time.
        eb.and([eb("accepted_at", "is", null), eb("created_at", ">=", from), eb("created_at", "<", to)]),
      ]),
    )
    .execute();
  const orders = new Map(ofDay.map((order) => [order.orderNo, order]));
  const refunds = new Map(refundsOfDay.map((refund) => [refund.refundNo, refund]));
  const named = [...new Set([...lines.map(({ orderNo }) => orderNo), ...refundsOfDay.map(({ orderNo }) => orderNo)])];
  for (let at = 0; at < named.length; at += AT_ONCE) {
    const some = named.slice(at, at + AT_ONCE);
    for (const order of await ordersOf(db).where("order_no", "in", some).execute()) orders.set(order.orderNo, order);
    for (const one of await refundsOf(db).where("order_no", "in", some).execute()) refunds.set(one.refundNo, one);
  }
  const takenIn = ({ acceptedAt, approvedAt, createdAt, ...refund }: RefundRow): SiteRefund => ({
    ...refund,
    at: acceptedAt ?? approvedAt ?? createdAt,
  });
  return { orders: [...orders.values()], refunds: [...refunds.values()].map(takenIn), from, to };
}

/** Orders to be paid in money, oldest first. */
const ordersOf = (db: Db) =>
  db
    .selectFrom("zhiku_orders")
    .select(["order_no as orderNo", "state", "amount", "transaction_id as transactionId"])
    .select(["paid_at as paidAt", "refunded_at as refundedAt", "refunded_there as refundedThere"])
    .where("amount", ">", 0)
    .orderBy("id")
    .$castTo<SiteOrder>();

type RefundRow = Omit<SiteRefund, "at"> & { acceptedAt: string | null; approvedAt: string | null; createdAt: string };

const refundsOf = (db: Db) =>
  db
    .selectFrom("zhiku_refunds")
    .select(["refund_no as refundNo", "order_no as orderNo", "amount", "state"])
    .select(["accepted_at as acceptedAt", "approved_at as approvedAt", "created_at as createdAt"])
    .orderBy("created_at")
    .orderBy("refund_no")
    .$castTo<RefundRow>();

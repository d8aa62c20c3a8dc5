import { DEMO_STAFF } from "#app/contract/site/demo-staff";
import type { OrderState } from "#app/contract/zhiku/order";
import { DAY, HOUR, MINUTE } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { setSetting } from "#upstream/modules/config/settings";
import { refundNoOf } from "#upstream/modules/zhiku/order/order-no";
import { compareDay } from "#upstream/modules/zhiku/reconcile/compare";
import { readSiteRecords } from "#upstream/modules/zhiku/reconcile/read-site-records";
import { keepReconciliation } from "#upstream/modules/zhiku/reconcile/reconcile";
import { endRightOfOrder, grantRight } from "#upstream/modules/zhiku/rights/grant";
import type { BillLine } from "#upstream/services/pay/pay-bill";
import { chinaDayStart, chinaTime } from "#upstream/text/china-time";
import type { People } from "./people";

/** Amount in fen above which a refund needs a second person. */
const REFUND_LIMIT = 50_000;
const PAYABLE_FOR = 30 * MINUTE;
const FEE = 0.006;

/** An order of the demo: how many `days` ago, and for which offer. */
type Scripted = { days: number; hour: number; offer: number; refund?: Refund };
/**
 * Refund some days later: completed, pending, or waiting for approval by staff; or made at WeChat Pay without a
 * notification.
 */
type Refund = { after: number; as: "done" | "underway" | "waiting" | "unknown"; reason: string };

const ORDERS: readonly Scripted[] = [
  { days: 16, hour: 9, offer: 0 },
  { days: 12, hour: 14, offer: 2, refund: { after: 10, as: "unknown", reason: "" } },
  { days: 9, hour: 20, offer: 1, refund: { after: 1, as: "done", reason: "买错了，想换成年卡" } },
  { days: 5, hour: 11, offer: 3 },
  { days: 3, hour: 16, offer: 1, refund: { after: 2, as: "underway", reason: "重复购买" } },
  { days: 2, hour: 10, offer: 0, refund: { after: 1, as: "waiting", reason: "公司统一采购，退个人的" } },
  { days: 2, hour: 21, offer: 4 },
];

type Placed = Scripted & { id: number; orderNo: string; transactionId: string; amount: number; paidAt: string };

/**
 * Creates paid orders, with a refund in each state that staff see, and a comparison with WeChat Pay's bill of the day
 * before yesterday that shows an unknown refund.
 */
export async function createOrders(services: Services, people: People): Promise<void> {
  const { db } = services;
  const offers = await db.selectFrom("zhiku_offers").selectAll().orderBy("position").execute();
  const finance = await staffOf(db, "finance");
  const buyers = people.readers.slice(-ORDERS.length);
  const placed: Placed[] = [];
  await transact(db, async (trx) => {
    await setSetting(trx, "refund-limit", REFUND_LIMIT);
    for (const [index, scripted] of ORDERS.entries()) {
      const [offer, userId] = [offers[scripted.offer], buyers[index]];
      if (!offer || userId === undefined) continue;
      const at = momentOf(services, scripted.days, scripted.hour);
      const paidAt = later(at, MINUTE);
      const orderNo = `${chinaTime(new Date(at)).slice(0, 10).replaceAll("-", "")}${String(index + 1).padStart(14, "0")}`;
      const transactionId = `42000${String(index + 1).padStart(23, "0")}`;
      const gone = scripted.refund?.as === "done";
      const refundedAt = gone ? later(paidAt, (scripted.refund?.after ?? 0) * DAY + HOUR) : null;
      const { id } = await trx
        .insertInto("zhiku_orders")
        .values({
          order_no: orderNo,
          user_id: userId,
          offer_id: offer.id,
          offer_name: offer.name,
          category_id: offer.category_id,
          days: offer.days,
          amount: offer.price,
          channel: "native",
          state: (gone ? "refunded" : "paid") satisfies OrderState,
          request_id: null,
          created_at: at,
          expires_at: later(at, PAYABLE_FOR),
          asked_at: services.clock().toISOString(),
          paid_at: paidAt,
          refunded_at: refundedAt,
          transaction_id: transactionId,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const { category_id: categoryId, days } = offer;
      const grant = { userId, categoryId, days, source: "order", orderId: id } as const;
      await grantRight(trx, { clock: () => new Date(paidAt) }, grant);
      if (refundedAt !== null) await endRightOfOrder(trx, { clock: () => new Date(refundedAt) }, id);
      const order = { ...scripted, id, orderNo, transactionId, amount: offer.price, paidAt };
      await insertRefund(trx, order, finance, refundedAt);
      placed.push(order);
    }
  });
  await compareScripted(services, placed);
}

async function insertRefund(trx: Db, order: Placed, by: number, endedAt: string | null): Promise<void> {
  const { refund, orderNo, amount, paidAt } = order;
  if (!refund || refund.as === "unknown") return;
  const at = later(paidAt, refund.after * DAY);
  await trx
    .insertInto("zhiku_refunds")
    .values({
      refund_no: refundNoOf(orderNo),
      order_no: orderNo,
      amount,
      reason: refund.reason,
      state: refund.as,
      requested_by: by,
      created_at: at,
      asked_at: at,
      accepted_at: refund.as === "waiting" ? null : at,
      ended_at: endedAt,
    })
    .execute();
}

/** Compares the days with payments with what WeChat Pay's bills would contain. */
async function compareScripted(services: Services, placed: readonly Placed[]): Promise<void> {
  const lines = placed.flatMap((order) => [paymentOf(order), ...refundOf(order)]);
  const days = [...new Set(lines.map(({ at }) => dayOf(at)))].filter((day) => isCompared(services, day));
  for (const day of days) {
    const ofDay = lines.filter(({ at }) => dayOf(at) === day);
    const fee = Math.round(ofDay.reduce((sum, line) => sum + line.fee, 0));
    const { sums, lines: differing } = compareDay(
      { lines: ofDay, fee },
      await readSiteRecords(services.db, day, { lines: ofDay }),
    );
    const comparedAt = later(chinaDayStart(day, 1), 10 * HOUR + 5 * MINUTE);
    const { payments: income, refunds: outgo } = sums.there;
    const found = { day, comparedAt, sums, funds: { income, outgo }, differences: differing.length, lines: differing };
    await transact(services.db, (trx) => keepReconciliation(trx, found, null));
  }
}

const isCompared = ({ clock }: Services, day: string): boolean =>
  later(chinaDayStart(day, 1), 11 * HOUR) <= clock().toISOString();

const paymentOf = ({ orderNo, transactionId, amount, paidAt: at }: Placed): BillLine => ({
  kind: "payment",
  at,
  orderNo,
  transactionId,
  refundNo: null,
  amount,
  state: "SUCCESS",
  ...feeOf(amount),
});

/** Fee of a line, at the common rate. */
const feeOf = (amount: number): Pick<BillLine, "fee" | "feeByRate"> => ({ fee: amount * FEE, feeByRate: amount * FEE });

function refundOf({ orderNo, transactionId, amount, paidAt, refund }: Placed): BillLine[] {
  if (!refund || refund.as === "waiting") return [];
  const refundNo = refund.as === "unknown" ? `M${orderNo}` : refundNoOf(orderNo);
  const at = later(paidAt, refund.after * DAY);
  return [{ kind: "refund", at, orderNo, transactionId, refundNo, amount, state: "PROCESSING", ...feeOf(-amount) }];
}

async function staffOf(db: Db, role: "finance"): Promise<number> {
  const phone = `86${DEMO_STAFF.find((one) => one.role === role)?.phone}`;
  return (await db.selectFrom("users").select("id").where("phone", "=", phone).executeTakeFirstOrThrow()).id;
}

const later = (iso: string, milliseconds: number): string => new Date(Date.parse(iso) + milliseconds).toISOString();
const dayOf = (iso: string): string => chinaTime(new Date(iso)).slice(0, 10);

/** The time of day in China, so many days ago. */
const momentOf = ({ clock }: Services, days: number, hour: number): string =>
  later(chinaDayStart(dayOf(clock().toISOString()), -days), hour * HOUR);

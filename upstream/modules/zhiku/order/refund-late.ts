import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";
import { type Pay, PayError, type Refund } from "#upstream/services/pay/pay";
import { refundNoOf } from "./order-no";
import type { OrderRow } from "./queries";
import { noteRefundNumbers } from "./refund-numbers";

/** Maximum number of refunds requested for one payment, each after WeChat Pay has closed the one before. */
const ATTEMPTS_MAX = 5;

/**
 * Refunds a payment for a closed order. WeChat Pay makes each refund once, however often it is requested; if it can't be
 * reached, or has closed the refund, the sweep tries again.
 * @param byStaff whether staff look the order up: then it counts as refunded although only parts are known to be, if
 * WeChat Pay refuses the rest
 */
export async function refundPaymentOfClosedOrder(
  services: Services,
  orderNo: string,
  { byStaff = false }: { byStaff?: boolean } = {},
): Promise<void> {
  const { db, pay, note } = services;
  const order = await lateOrders(services).where("order_no", "=", orderNo).executeTakeFirst();
  if (!pay || !order) return;
  const latest = await latestRefundNo(db, orderNo);
  try {
    const refund = await latestOrNext(pay, order, latest);
    await noteRefundNumbers(db, orderNo, [refund.refundNo, refund.refundId]);
    if (hasFailed(refund)) return note("refund_failed", { orderNo, error: refund.state });
  } catch (error) {
    if (!(error instanceof PayError)) throw error;
    // The merchant's balance may be too low, which says nothing about the payment.
    const mayBeGone = error.reason === "refused" && error.code !== "NOT_ENOUGH";
    const gone = mayBeGone && (await isRefunded(pay, order, { latest, byStaff }).catch(unanswered));
    if (!gone) return note("refund_failed", { orderNo, error: error.message });
  }
  await transact(db, (trx) => noteRefund(trx, nowIso(services), orderNo));
}

/** Takes a missing answer of WeChat Pay for a refund that is not made. @throws other errors */
function unanswered(error: unknown): false {
  if (error instanceof PayError) return false;
  throw error;
}

type Requested = Pick<Refund, "refundNo" | "refundId" | "state">;
type Late = Pick<OrderRow, "order_no" | "amount" | "refunded_there">;

/** Returns the latest refund, or requests the first, or the next if WeChat Pay has closed that one. @throws PayError */
async function latestOrNext(pay: Pay, order: Late, latest: string): Promise<Requested> {
  const { order_no: orderNo, amount: total, refunded_there } = order;
  const earlier = await pay.queryRefund(latest);
  const numbers = refundNumbersOf(orderNo);
  const next = numbers[numbers.indexOf(latest) + 1];
  if (earlier && (earlier.state !== "closed" || next === undefined)) return earlier;
  const refundNo = (earlier && next) ?? latest;
  const amount = total - (refunded_there ?? 0);
  return { ...(await pay.refund({ orderNo, refundNo, amount, total, reason: "订单已关闭" })), refundNo };
}

/** Whether the money of a refund does not arrive, so that the merchant has to act at WeChat Pay. */
const hasFailed = ({ state }: Requested): boolean => state === "abnormal" || state === "closed";

/** Numbers of our refunds of an order, in the order of their use. */
const refundNumbersOf = (orderNo: string): string[] =>
  Array.from({ length: ATTEMPTS_MAX }, (_, index) => refundNoOf(orderNo, index + 1));

/** Whether a refund of a closed order's payment is one that we requested, by its number. */
export const isLateRefund = (orderNo: string, refundNo: string | null | undefined): boolean =>
  refundNumbersOf(orderNo).some((one) => one === refundNo);

/** Number of the latest refund that WeChat Pay has accepted; of the first if there is none. */
async function latestRefundNo(db: Db, orderNo: string): Promise<string> {
  const numbers = refundNumbersOf(orderNo);
  const accepted = await db
    .selectFrom("zhiku_refund_numbers")
    .select("number")
    .where("number", "in", numbers)
    .execute();
  return numbers.findLast((one) => accepted.some(({ number }) => number === one)) ?? refundNoOf(orderNo);
}

/**
 * Whether nothing is left to refund, because the merchant was faster. A payment counts as refunded for ever, even if
 * our refund of it was closed, or only a part was refunded, so what is known of these goes first. When staff look it up,
 * parts don't: the notification of another may be lost.
 */
async function isRefunded(
  pay: Pay,
  { order_no, refunded_there }: Late,
  { latest, byStaff }: { latest: string; byStaff: boolean },
): Promise<boolean> {
  const ours = await pay.queryRefund(latest);
  if (ours) return ours.state === "done";
  return (byStaff || refunded_there === null) && (await pay.query(order_no))?.state === "refunded";
}

type Told = { refundNo: string | undefined; refunded: number | null; now: string };

/**
 * Processes a refund of a closed order's payment: ours is of all that is left; parts refunded on WeChat Pay's own pages
 * (`refunded` fen; null if unknown, or added already) are added up, and the rest is outstanding.
 */
export async function takeLateRefund(trx: Db, order: OrderRow, { refundNo, refunded, now }: Told): Promise<void> {
  const { order_no: orderNo, amount } = order;
  if (isLateRefund(orderNo, refundNo)) return noteRefund(trx, now, orderNo);
  if (refunded === null) return;
  const there = (order.refunded_there ?? 0) + refunded;
  const outstanding = there < amount && { refunded_at: null };
  const set = trx.updateTable("zhiku_orders").set({ refunded_there: there, ...outstanding });
  await set.where("id", "=", order.id).execute();
  if (!outstanding) await noteRefund(trx, now, orderNo);
}

/** Records and notifies once that a closed order's payment was refunded. */
async function noteRefund(trx: Db, now: string, orderNo: string): Promise<void> {
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

/**
 * Records that our latest refund of a closed order's payment has failed after it was accepted: it is outstanding again.
 * @returns whether it was that one
 */
export async function noteFailedLateRefund({ db }: Services, { orderNo, refundNo }: Refund): Promise<boolean> {
  if (refundNo !== (await latestRefundNo(db, orderNo))) return false;
  const { numUpdatedRows } = await db
    .updateTable("zhiku_orders")
    .set({ refunded_at: null })
    .where("order_no", "=", orderNo)
    .where("state", "=", "closed")
    // The merchant may have refunded it all meanwhile.
    .where((eb) => eb(eb.fn.coalesce("refunded_there", eb.lit(0)), "<", eb.ref("amount")))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Closed orders whose payments are still to be refunded. */
export const lateOrders = ({ db }: Services) =>
  db
    .selectFrom("zhiku_orders")
    .select(["order_no", "amount", "refunded_there", "asked_at"])
    .where("state", "=", "closed")
    .where("transaction_id", "is not", null)
    .where("refunded_at", "is", null);

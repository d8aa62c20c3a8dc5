import type { RefundState } from "#app/contract/admin/zhiku/order";
import type { ReconcileLine, ReconcileSums } from "#app/contract/admin/zhiku/reconcile";
import type { OrderState } from "#app/contract/zhiku/order";
import { isLateRefund } from "#upstream/modules/zhiku/order/refund-late";
import type { BillLine, BillSum, TradeBill } from "#upstream/services/pay/pay-bill";

/** Our row of an order to be paid in money. */
export type SiteOrder = {
  orderNo: string;
  state: OrderState;
  /** Amount in fen. */
  amount: number;
  /** WeChat Pay's transaction id; null while no payment was reported. */
  transactionId: string | null;
  paidAt: string | null;
  refundedAt: string | null;
  /** Sum in fen of what was refunded on WeChat Pay's own pages, if its notifications have said. */
  refundedThere: number | null;
};

/** Our row of a refund requested by staff. */
export type SiteRefund = {
  refundNo: string;
  orderNo: string;
  amount: number;
  state: RefundState;
  /** Time at which WeChat Pay accepted it; if unknown, when it was requested. */
  at: string;
};

/** Our rows that the bill names, or that belong to its day, from `from` to `to`. */
export type SiteRecords = { orders: readonly SiteOrder[]; refunds: readonly SiteRefund[]; from: string; to: string };

/** States of a refund that WeChat Pay may have accepted. */
const TAKEN_IN: ReadonlySet<RefundState> = new Set(["asked", "underway", "abnormal", "done", "closed"]);
/** States of a refund that WeChat Pay has certainly accepted. */
const SURELY_TAKEN_IN: ReadonlySet<RefundState> = new Set(["underway", "abnormal", "done", "closed"]);

/**
 * Compares WeChat Pay's bill of a day with our rows. The totals of both sides differ exactly by the differences of the
 * lines. A refund without a row of ours was made on WeChat Pay's own pages, or for a late payment; we don't know when
 * it was accepted, so only the bill can show that it is missing. Any refund ends a whole paid order (decision 21), so a
 * partial refund there is a difference of its amount; of a late payment, each part is known by its own.
 */
export function compareDay(bill: TradeBill, ours: SiteRecords): { sums: ReconcileSums; lines: ReconcileLine[] } {
  const payments = bill.lines.filter(({ kind }) => kind === "payment");
  const refunds = bill.lines.filter(({ kind }) => kind === "refund");
  const [paid, back] = [comparePayments(payments, ours), compareRefunds(refunds, ours)];
  return {
    sums: {
      there: { payments: sumOf(payments), refunds: sumOf(refunds), fee: bill.fee },
      here: { payments: paid.here, refunds: back.here, fee: feesByRate(bill.lines) },
    },
    lines: [...paid.lines, ...back.lines, ...compareFees(bill.lines, ours)],
  };
}

/** Tolerance of a fee in fen, for rounding. */
const ROUNDED = 1;

/** Fees by the rates of the lines; unchanged for a line without a rate, or a refund that returns no fee. */
const feesByRate = (lines: readonly BillLine[]): number =>
  Math.round(lines.reduce((sum, line) => sum + (expectedFee(line) ?? line.fee), 0));

/** Expected fee of a line; null if unknown. For a refund, WeChat Pay may keep the whole fee. */
function expectedFee({ kind, fee, feeByRate }: BillLine): number | null {
  return kind === "refund" && fee === 0 ? null : feeByRate;
}

/** Lines whose fee does not match their rate. */
function compareFees(lines: readonly BillLine[], { orders }: SiteRecords): ReconcileLine[] {
  const known = new Set(orders.map(({ orderNo }) => orderNo));
  return lines.flatMap((line): ReconcileLine[] => {
    const expected = expectedFee(line);
    if (expected === null || Math.abs(line.fee - expected) <= ROUNDED) return [];
    const { kind, orderNo, refundNo, transactionId, state, at } = line;
    return [
      {
        kind,
        what: "fee",
        orderNo,
        refundNo,
        transactionId,
        known: known.has(orderNo),
        there: { amount: Math.round(line.fee), state, at },
        here: { amount: Math.round(expected), state: "", at: null },
      },
    ];
  });
}

/** Our side of a line and what counts towards our total, in fen; `what` is the difference, null for none. */
type Pair = { what: ReconcileLine["what"] | null; here: ReconcileLine["here"]; counts: number };

const NOWHERE: Pair = { what: "only-there", here: null, counts: 0 };

function comparePayments(lines: readonly BillLine[], { orders, from, to }: SiteRecords) {
  const known = new Map(orders.map((order) => [order.orderNo, order]));
  const pairs = lines.map((line) => ({ line, pair: paymentHere(line, known.get(line.orderNo)) }));
  const there = new Set(lines.map(({ orderNo }) => orderNo));
  const only = orders.filter(
    ({ orderNo, transactionId, paidAt }) =>
      transactionId !== null && paidAt !== null && paidAt >= from && paidAt < to && !there.has(orderNo),
  );
  const onlyHere = only.map(
    ({ orderNo, transactionId, amount, state, paidAt }): ReconcileLine => ({
      kind: "payment",
      what: "only-here",
      orderNo,
      refundNo: null,
      transactionId,
      known: true,
      there: null,
      here: { amount, state, at: paidAt },
    }),
  );
  return outcome(pairs, onlyHere);
}

function paymentHere({ amount, state, transactionId }: BillLine, order: SiteOrder | undefined): Pair {
  if (!order) return NOWHERE;
  const here = { amount: order.amount, state: order.state, at: order.paidAt };
  const taken = order.transactionId !== null;
  const counts = taken ? order.amount : 0;
  if (order.amount !== amount) return { what: "amount", here, counts };
  if (!taken || state !== "SUCCESS") return { what: "state", here, counts };
  return { what: order.transactionId === transactionId ? null : "number", here, counts };
}

function compareRefunds(lines: readonly BillLine[], { orders, refunds, from, to }: SiteRecords) {
  const known = new Map(orders.map((order) => [order.orderNo, order]));
  const rows = new Map(refunds.map((refund) => [refund.refundNo, refund]));
  /** Sum in fen of what counts of refunds made on WeChat Pay's own pages, by order. */
  const counted = new Map<string, number>();
  const pairs = lines.map((line) => {
    const order = known.get(line.orderNo);
    const row = rows.get(line.refundNo ?? "");
    if (!order) return { line, pair: NOWHERE };
    if (row && TAKEN_IN.has(row.state)) return { line, pair: refundHere(line, row) };
    if (order.state === "closed" && isLateRefund(order.orderNo, line.refundNo)) {
      return { line, pair: refundWithoutRow(line, order, bookedByUs(order)) };
    }
    const before = counted.get(order.orderNo) ?? 0;
    const booked = bookedThere(line, order, before);
    counted.set(order.orderNo, before + booked);
    return { line, pair: refundWithoutRow(line, order, booked) };
  });
  const there = new Set(lines.map(({ refundNo }) => refundNo));
  const byStaff = refunds
    .filter(({ refundNo, state, at }) => SURELY_TAKEN_IN.has(state) && at >= from && at < to && !there.has(refundNo))
    .map(
      ({ refundNo, orderNo, ...here }): ReconcileLine => ({
        kind: "refund",
        what: "only-here",
        orderNo,
        refundNo,
        transactionId: known.get(orderNo)?.transactionId ?? null,
        known: true,
        there: null,
        here,
      }),
    );
  return outcome(pairs, byStaff);
}

function refundHere({ amount }: BillLine, row: SiteRefund): Pair {
  const here = { amount: row.amount, state: row.state, at: row.at };
  return { what: row.amount === amount ? null : "amount", here, counts: row.amount };
}

/** Amount of our own refund of a late payment in fen: all that was left. */
const bookedByUs = ({ amount, refundedAt, refundedThere }: SiteOrder): number =>
  refundedAt === null ? 0 : amount - (refundedThere ?? 0);

/**
 * Amount of a refund made on WeChat Pay's own pages in fen; `before` is that of the order's earlier ones. The
 * notification of the last part of a late payment may be lost, so once all is refunded, any part is known.
 */
function bookedThere(line: BillLine, { state, amount, refundedAt, refundedThere }: SiteOrder, before: number): number {
  if (state === "closed" && refundedThere !== null) {
    const known = refundedAt === null ? refundedThere : amount;
    return before + line.amount <= known ? line.amount : 0;
  }
  return refundedAt === null || before > 0 ? 0 : amount;
}

/** Compares a refund that has no row of ours, but counts as `booked` fen. */
function refundWithoutRow({ amount }: BillLine, { state, refundedAt }: SiteOrder, booked: number): Pair {
  const here = { amount: booked, state, at: refundedAt };
  if (booked === 0 && refundedAt === null) return { what: "state", here, counts: 0 };
  return { what: booked === amount ? null : "amount", here, counts: booked };
}

function outcome(pairs: readonly { line: BillLine; pair: Pair }[], onlyHere: readonly ReconcileLine[]) {
  const differing = pairs.flatMap(({ line, pair: { what, here } }): ReconcileLine[] => {
    if (what === null) return [];
    const { kind, orderNo, refundNo, transactionId, amount, state, at } = line;
    const there = { amount, state, at };
    return [{ kind, what, orderNo, refundNo, transactionId, known: what !== "only-there", there, here }];
  });
  const counting = pairs.filter(({ pair }) => pair.counts > 0);
  const here: BillSum = {
    count: counting.length + onlyHere.length,
    sum:
      counting.reduce((sum, { pair }) => sum + pair.counts, 0) + sumOf(onlyHere.flatMap((one) => one.here ?? [])).sum,
  };
  return { lines: [...differing, ...onlyHere], here };
}

const sumOf = (lines: readonly { amount: number }[]): BillSum => ({
  count: lines.length,
  sum: lines.reduce((sum, { amount }) => sum + amount, 0),
});

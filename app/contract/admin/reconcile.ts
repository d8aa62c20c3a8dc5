import { z } from "zod";
import { count, fen, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { day } from "./order";

/** One side of what is different, of a fee its amount: `state` is our word for it here, and WeChat Pay's there. */
const side = z.object({ amount: z.number().int(), state: z.string(), at: time.nullable() });

/**
 * A payment or a refund that is not the same on both sides. `only-there`: we have no such order. `only-here`: the bill does
 * not list it. `amount`, `state`, `number`: both have it, with another sum, as paid or given back on one side alone, or under
 * another number of WeChat Pay's. `fee`: what WeChat Pay keeps of it is not what its own rate says.
 */
const line = z.object({
  kind: z.enum(["payment", "refund"]),
  what: z.enum(["only-there", "only-here", "amount", "state", "number", "fee"]),
  orderNo: z.string(),
  /** The merchant's number of the refund; null for a payment. */
  refundNo: z.string().nullable(),
  transactionId: z.string().nullable(),
  /** Such an order is here. */
  known: z.boolean(),
  there: side.nullable(),
  here: side.nullable(),
});
export type ReconcileLine = z.output<typeof line>;

const sum = z.object({ count, sum: fen });

const sums = z.object({
  there: z.object({
    payments: sum,
    refunds: sum,
    /** Fees, as WeChat Pay counts them. */
    fee: z.number().int(),
  }),
  here: z.object({
    payments: sum,
    refunds: sum,
    /** Fees by the rates of the bill's lines; absent in comparisons of earlier releases. */
    fee: z.number().int().optional(),
  }),
});
/** Sums of both sides. */
export type ReconcileSums = z.output<typeof sums>;

/** Differences that are kept of one day; there are none, as a rule. */
export const RECONCILE_LINES_MAX = 500;

const reconciliation = z.object({
  day: z.string(),
  comparedAt: time,
  /** Null: by the clock. */
  comparedBy: z.object({ userId: z.number(), nickname: z.string() }).nullable(),
  sums,
  /** Movements of the merchant's account; null where there is no such bill. */
  funds: z.object({ income: sum, outgo: sum }).nullable(),
  /** Differences in all, of which the first are listed. */
  differences: count,
  lines: z.array(line),
});
/** Comparison of a day that was made and kept. */
export type Reconciliation = z.output<typeof reconciliation>;

/**
 * Whether a day can be compared. `early`: its bill is made by ten o'clock of the next day. `old`: WeChat Pay keeps bills for
 * three months. `off`: nothing can be paid on this site.
 */
const readiness = z.enum(["ready", "early", "old", "off"]);
export type ReconcileReadiness = z.output<typeof readiness>;

/** Calls that compare WeChat Pay's bills with our orders, for who looks after the money. */
export const adminReconcileApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/reconcile",
    permission: "order.read",
    summary: "后台：对过账的日子，新的在前",
    query: z.object({
      /** The last day of the page before. */
      before: day.optional(),
    }),
    data: z.object({
      list: z.array(reconciliation.pick({ day: true, comparedAt: true, differences: true, sums: true })),
      more: z.boolean(),
    }),
  }),
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/reconcile/:day",
    permission: "order.read",
    summary: "后台：一天的对账结果，没有对过为空",
    params: z.object({ day }),
    data: z.object({ readiness, result: reconciliation.nullable() }),
  }),
  compare: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/reconcile",
    permission: "finance.export",
    summary: "后台：下载微信支付一天的账单，与本站的订单和退款逐笔核对",
    body: z.object({ day }),
    data: reconciliation,
  }),
};

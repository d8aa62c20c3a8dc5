import { z } from "zod";
import { day } from "#app/contract/admin/instant";
import { count, fen, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";

/** One side of a difference (for a fee, its amount): `state` is our state here, and WeChat Pay's there. */
const side = z.object({ amount: z.number().int(), state: z.string(), at: time.nullable() });

/**
 * A payment or refund that differs. `only-there`: we have no such order. `only-here`: the bill does not list it.
 * `amount`, `state`, `number`: both have it, with different amounts, paid or refunded on one side only, or with
 * different transaction ids. `fee`: WeChat Pay's fee does not match its own rate.
 */
const line = z.object({
  kind: z.enum(["payment", "refund"]),
  what: z.enum(["only-there", "only-here", "amount", "state", "number", "fee"]),
  orderNo: z.string(),
  /** The merchant's refund number; null for a payment. */
  refundNo: z.string().nullable(),
  transactionId: z.string().nullable(),
  /** Whether we have the order. */
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
    /** Fees according to WeChat Pay. */
    fee: z.number().int(),
  }),
  here: z.object({
    payments: sum,
    refunds: sum,
    /** Fees computed from the rates on the bill's lines; absent in comparisons by earlier releases. */
    fee: z.number().int().optional(),
  }),
});
/** Totals of both sides. */
export type ReconcileSums = z.output<typeof sums>;

/** Maximum differences stored per day; normally there are none. */
export const RECONCILE_LINES_MAX = 500;

const reconciliation = z.object({
  day: z.string(),
  comparedAt: time,
  /** Null if scheduled. */
  comparedBy: z.object({ userId: z.number(), nickname: z.string() }).nullable(),
  sums,
  /** Movements of the merchant's account; null without such a bill. */
  funds: z.object({ income: sum, outgo: sum }).nullable(),
  /** Total number of differences; only the first are listed. */
  differences: count,
  lines: z.array(line),
});
/** Stored comparison of a day. */
export type Reconciliation = z.output<typeof reconciliation>;

/**
 * Whether a day can be compared. `early`: its bill is created by ten o'clock of the next day. `old`: WeChat Pay keeps
 * bills for three months. `off`: payments are not set up.
 */
const readiness = z.enum(["ready", "early", "old", "off"]);
export type ReconcileReadiness = z.output<typeof readiness>;

/** Calls that compare WeChat Pay's bills with our orders, for finance staff. */
export const adminReconcileApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/reconcile",
    permission: "order.read",
    summary: "后台：对过账的日子，新的在前",
    query: z.object({
      /** Last day of the previous page. */
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

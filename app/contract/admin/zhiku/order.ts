import { z } from "zod";
import { day } from "#app/contract/admin/instant";
import { namedMember } from "#app/contract/admin/user/named-member";
import { author, count, fen, nothing, paged, pageQuery, text, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { order, orderNo, orderState } from "#app/contract/zhiku/order";

/**
 * State of a refund. `waiting`: for a second person. `asked`: WeChat Pay has not responded yet. `underway`: WeChat Pay
 * accepted it. `abnormal`: it can't be delivered, and has to be resolved in WeChat Pay's console. The others are final.
 */
export const refundState = z.enum([
  "waiting",
  "asked",
  "underway",
  "abnormal",
  "done",
  "refused",
  "closed",
  "withdrawn",
  "rejected",
]);
export type RefundState = z.output<typeof refundState>;

const person = z.object({ userId: z.number(), nickname: z.string() });

/** A refund requested by staff. */
const refund = z.object({
  refundNo: z.string(),
  amount: fen,
  reason: z.string(),
  state: refundState,
  requestedBy: person,
  requestedAt: time,
  /** Second person, if one was required. */
  approvedBy: person.nullable(),
  approvedAt: time.nullable(),
  endedAt: time.nullable(),
  /** Withdrawal by its requester, or rejection by a second person, while it waited; null if there was none. */
  withdrawn: z.object({ by: person, reason: z.string() }).nullable(),
  /** WeChat Pay's error message. */
  refusal: z.string(),
});
export type OrderRefund = z.output<typeof refund>;

/** State for staff: `refunding` is a paid order whose refund was requested from WeChat Pay. */
export const staffOrderState = z.enum([...orderState.options, "refunding"]);
export type StaffOrderState = z.output<typeof staffOrderState>;

const staffOrder = order.extend({
  state: staffOrderState,
  /** Whether its refund waits for a second person. */
  waiting: z.boolean(),
  buyer: author.extend({
    /** Masked: 138****0000. */
    phone: z.string().nullable(),
  }),
  days: z.number(),
});
/** An order as staff see it. */
export type StaffOrder = z.output<typeof staffOrder>;

/** Right granted by an order, or a part of it. */
const orderRight = z.object({ id: z.number(), from: time, until: time });

const reason = text("原因", { min: 2, max: 80 });

/** Number of the refund that was seen: another one, asked for since, is not decided on. */
const seenRefund = z.string().max(64).optional();

/** Maximum days per export. */
const EXPORT_DAYS_MAX = 370;
const MS_PER_DAY = 86_400_000;

/** Calls on orders, for finance staff. */
export const adminOrderApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/order",
    permission: "order.read",
    summary: "后台：订单，新的在前",
    query: pageQuery.extend({
      state: z.union([staffOrderState, z.literal("waiting")]).optional(),
      /** Number of the order, of its payment at WeChat Pay, or of its refund, ours or WeChat Pay's. */
      no: z.string().trim().max(64, "单号没有这么长").optional(),
      member: namedMember.optional(),
      /** Days in China, inclusive. */
      from: day.optional(),
      to: day.optional(),
    }),
    data: paged(staffOrder),
  }),
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/order/:no",
    permission: "order.read",
    summary: "后台：一张订单的经过：下单、核实、通知、支付、退款与权益",
    params: z.object({ no: orderNo }),
    data: staffOrder.extend({
      /** WeChat Pay's transaction id. */
      transactionId: z.string().nullable(),
      /** Time when WeChat Pay was last queried about it. */
      askedAt: time,
      notices: z.array(z.object({ id: z.string(), at: time })),
      refunds: z.array(refund),
      /** More than one if a part was used before the rest was postponed; the earliest first. */
      rights: z.array(orderRight),
    }),
  }),
  export: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/order/export",
    permission: "finance.export",
    summary: "后台：一段日子里的订单与退款，CSV 文件，金额以分和元计",
    body: z
      .object({ from: day, to: day })
      .refine(({ from, to }) => from <= to, { path: ["to"], message: "结束不能早于开始" })
      .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < EXPORT_DAYS_MAX * MS_PER_DAY, {
        path: ["from"],
        message: "一次最多导出一年",
      }),
    /** No envelope: the response is the file. */
    data: z.unknown(),
    reply: "blob",
  }),
  query: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/order/query",
    permission: "order.query",
    summary: "后台：向微信支付核实一张订单",
    body: z.object({ orderNo }),
    data: z.object({ state: staffOrderState }),
  }),
  refund: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/order/refund",
    permission: "order.refund",
    summary: "后台：全额退款；超过站长定的金额要另一位同事批准",
    body: z.object({
      orderNo,
      reason,
      /** Number of earlier refunds that were seen: one asked for since is not repeated. */
      seenRefunds: count.optional(),
    }),
    data: z.object({ state: refundState }),
  }),
  approveRefund: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/order/refund/approve",
    permission: "order.refund",
    summary: "后台：批准同事申请的退款",
    body: z.object({ orderNo, refundNo: seenRefund }),
    data: z.object({ state: refundState }),
  }),
  withdrawRefund: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/order/refund/withdraw",
    permission: "order.refund",
    summary: "后台：撤回等待批准的退款，或驳回同事的，要写明原因",
    body: z.object({ orderNo, refundNo: seenRefund, reason: text("原因", { max: 80 }).default("") }),
    data: nothing,
  }),
  refundLimit: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/order/refund-limit",
    permission: "order.read",
    summary: "后台：超过多少的退款要第二个人批准",
    data: z.object({ limit: fen.nullable(), version: count }),
  }),
  setRefundLimit: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/order/refund-limit",
    permission: "system.manage",
    summary: "后台：定下超过多少的退款要第二个人批准，空为都不要；带着版本时，别人改过的拒绝",
    body: z.object({
      limit: z
        .number({ error: "请输入金额" })
        .int()
        .nonnegative("请输入金额")
        .max(100_000_000, "不能超过 1000000 元")
        .nullable(),
      /** Version that was read, so that concurrent changes are not overwritten. */
      version: count.optional(),
    }),
    data: nothing,
  }),
};

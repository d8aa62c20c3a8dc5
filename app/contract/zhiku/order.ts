import { z } from "zod";
import { fen, id, paged, pageQuery, time } from "#app/contract/common";
import { endpoint, ofPart } from "#app/contract/endpoint";
import { REDEEM_CODE_MAX } from "#app/contract/limits";

/** `pending → paid → refunded` or `pending → closed`, never backwards. */
export const orderState = z.enum(["pending", "paid", "refunded", "closed"]);
export type OrderState = z.output<typeof orderState>;

/** WeChat Pay by QR code, WeChat Pay inside WeChat, or a redeem code. */
const orderChannel = z.enum(["native", "jsapi", "redeem"]);
export type OrderChannel = z.output<typeof orderChannel>;

/** Number of an order (`out_trade_no`): 6 to 32 letters, digits, `_` and `-`. */
export const orderNo = z.string().regex(/^[0-9A-Za-z_-]{6,32}$/, "订单号有误");

/**
 * Refund of an order: whether it was made, and its amount in fen; null if it was made on WeChat Pay's own pages and no
 * notification has told. On a closed order it is that of a late payment.
 */
const orderRefund = z.object({ done: z.boolean(), amount: fen.nullable() });
export type OrderRefunded = z.output<typeof orderRefund>;

/** An order as its buyer sees it; `amount` in fen. */
export const order = z.object({
  id: z.number(),
  /** Order number shared with WeChat Pay (`out_trade_no`). */
  orderNo: z.string(),
  /** The purchased offer, with its name at that time. */
  offer: z.object({ id: z.number(), name: z.string() }),
  /** Category that its right opens, as agreed at the time of purchase; null for all, absent if unknown. */
  categoryId: id.nullable().optional(),
  amount: fen,
  channel: orderChannel,
  state: orderState,
  createdAt: time,
  /** Payment deadline; null if nothing is to be paid. */
  expiresAt: time.nullable(),
  paidAt: time.nullable(),
  closedAt: time.nullable(),
  refundedAt: time.nullable(),
  /** Null if none was requested; told only of an order that was asked for by its number. */
  refund: orderRefund.nullable().optional(),
});
export type Order = z.output<typeof order>;

const purchase = z.object({
  offerId: id,
  /** Idempotency key: sent again, it returns the same order and payment. */
  requestId: z.uuid(),
  /** Price and days that the buyer was shown; if the offer has others by now, no order is created. */
  seen: z.object({ price: fen, days: z.number().int() }).optional(),
});

/** Payment parameters of a pending order. */
export const orderPayment = z.discriminatedUnion("channel", [
  /** `codeUrl` is shown as a QR code. */
  z.object({ channel: z.literal("native"), codeUrl: z.string() }),
  /** Parameters for `WeixinJSBridge` and `wx.chooseWXPay`; their result is no proof of payment, query `order/list`. */
  z.object({
    channel: z.literal("jsapi"),
    params: z.object({
      appId: z.string(),
      /** Unix seconds, as a string. */
      timeStamp: z.string(),
      nonceStr: z.string(),
      package: z.string(),
      signType: z.literal("RSA"),
      paySign: z.string(),
    }),
  }),
]);
export type OrderPayment = z.output<typeof orderPayment>;

/** Order through one channel: QR code, inside WeChat, or a redeem code. */
export const orderCreateBody = z.discriminatedUnion("channel", [
  purchase.extend({ channel: z.literal("native") }),
  purchase.extend({
    channel: z.literal("jsapi"),
    /** WeChat authorization code, if the account has no openid there yet. */
    weixinCode: z.string().min(1).max(200).optional(),
  }),
  z.object({
    channel: z.literal("redeem"),
    /**
     * Case, hyphens, spaces, full-width forms and text around the code are ignored. Sent again by the same member, it returns the same order.
     */
    code: z
      .string({ error: "请输入兑换码" })
      .trim()
      .min(1, "请输入兑换码")
      .max(REDEEM_CODE_MAX, "兑换码没有这么长，请核对"),
  }),
]);

/** Calls on zhiku's orders. */
export const zhikuOrderApi = ofPart("zhiku", {
  create: endpoint({
    method: "POST",
    path: "/api/pro/order/create",
    auth: "user",
    summary: "购买权益，得到订单与支付参数，要先有完整的职业信息；或用兑换码兑换",
    body: orderCreateBody,
    /** `payment` is null if nothing is to be paid any more. */
    data: z.object({ order, payment: orderPayment.nullable() }),
  }),
  list: endpoint({
    method: "GET",
    path: "/api/pro/order/list",
    auth: "user",
    summary: "我的订单，新的在前；给出 orderNo 时只含这一张，待支付的带支付参数",
    query: pageQuery.extend({ state: orderState.optional(), orderNo: orderNo.optional() }),
    /** `payment` is set if a single payable order is requested and WeChat Pay has returned its parameters. */
    data: paged(order.extend({ payment: orderPayment.nullable().default(null) })),
  }),
});

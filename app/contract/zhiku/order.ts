import { z } from "zod";
import { fen, id, paged, pageQuery, time } from "#app/contract/common";
import { endpoint, ofPart } from "#app/contract/endpoint";

/** `pending → paid → refunded` or `pending → closed`, never back. */
export const orderState = z.enum(["pending", "paid", "refunded", "closed"]);
export type OrderState = z.output<typeof orderState>;

/** WeChat by QR code, WeChat inside WeChat, or a redeem code. */
const orderChannel = z.enum(["native", "jsapi", "redeem"]);
export type OrderChannel = z.output<typeof orderChannel>;

/** Number of an order (`out_trade_no`): 6 to 32 letters, digits, `_` and `-`. */
export const orderNo = z.string().regex(/^[0-9A-Za-z_-]{6,32}$/, "订单号有误");

/** An order as its buyer sees it; `amount` in fen. */
export const order = z.object({
  id: z.number(),
  /** The number that the member and WeChat Pay know (`out_trade_no`). */
  orderNo: z.string(),
  /** Offer that was bought, by its name of then. */
  offer: z.object({ id: z.number(), name: z.string() }),
  amount: fen,
  channel: orderChannel,
  state: orderState,
  createdAt: time,
  /** The last moment to pay; null when there is nothing to pay. */
  expiresAt: time.nullable(),
  paidAt: time.nullable(),
  closedAt: time.nullable(),
  refundedAt: time.nullable(),
});
export type Order = z.output<typeof order>;

const purchase = z.object({
  offerId: id,
  /** Made with the form: sent again, it gives the same order and the same way to pay it. */
  requestId: z.uuid(),
});

/** Way to pay a pending order. */
export const orderPayment = z.discriminatedUnion("channel", [
  /** `codeUrl` is shown as a QR code. */
  z.object({ channel: z.literal("native"), codeUrl: z.string() }),
  /** Parameters for `WeixinJSBridge` and `wx.chooseWXPay`; their result proves nothing, ask `order/list`. */
  z.object({
    channel: z.literal("jsapi"),
    params: z.object({
      appId: z.string(),
      /** Unix seconds, as text. */
      timeStamp: z.string(),
      nonceStr: z.string(),
      package: z.string(),
      signType: z.literal("RSA"),
      paySign: z.string(),
    }),
  }),
]);
export type OrderPayment = z.output<typeof orderPayment>;

/** Order by one channel: a QR code, inside WeChat, or a redeem code. */
export const orderCreateBody = z.discriminatedUnion("channel", [
  purchase.extend({ channel: z.literal("native") }),
  purchase.extend({
    channel: z.literal("jsapi"),
    /** An authorisation code of WeChat's, when the account has no openid there yet. */
    weixinCode: z.string().min(1).max(200).optional(),
  }),
  z.object({
    channel: z.literal("redeem"),
    /** Case, hyphens, spaces and full width do not matter. Sent again by the same person, it gives the same order. */
    code: z.string({ error: "请输入兑换码" }).trim().min(1, "请输入兑换码").max(64, "兑换码没有这么长，请核对"),
  }),
]);

/** Calls on orders for zhiku. */
export const zhikuOrderApi = ofPart("zhiku", {
  create: endpoint({
    method: "POST",
    path: "/api/pro/order/create",
    auth: "user",
    summary: "购买权益，得到订单与支付参数，要先有完整的职业信息；或用兑换码兑换",
    body: orderCreateBody,
    /** `payment` is null when there is nothing to pay any more. */
    data: z.object({ order, payment: orderPayment.nullable() }),
  }),
  list: endpoint({
    method: "GET",
    path: "/api/pro/order/list",
    auth: "user",
    summary: "我的订单，新的在前；给出 orderNo 时只含这一张，待支付的带支付参数",
    query: pageQuery.extend({ state: orderState.optional(), orderNo: orderNo.optional() }),
    /** `payment` is there when one order is asked for that can be paid, and WeChat Pay has said how. */
    data: paged(order.extend({ payment: orderPayment.nullable().default(null) })),
  }),
});

import { z } from "zod";
import { count, fen, nothing, time } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";

const service = z.enum(["sms", "mail", "wechat", "pay", "engines"]);
/** Fault of a fake service; any other text is an error code of its protocol; null for none. */
const fault = z.string().max(100).nullable();

/** Kinds of forged or wrong payment notifications. */
export const payForgery = z.enum([
  /** Wrong amount, application or merchant, or an order that does not exist. */
  "amount",
  "appid",
  "mchid",
  "order",
  /** Encrypted with another APIv3 key. */
  "key",
  /** One byte changed after signing. */
  "byte",
  /** Signature is a second older than accepted. */
  "old",
  /** Signed with the sender's own key, under WeChat Pay's serial or an unknown one. */
  "signature",
  "serial",
  /** WeChat Pay's own check whether invalid signatures are refused. */
  "probe",
  "unsigned",
  /** Far larger than any real notification. */
  "large",
]);
export type PayForgery = z.output<typeof payForgery>;

/**
 * `pay`: with a notification; `later`: the notification comes after ten seconds; `quietly`: no notification; `anyway`:
 * although the order is closed.
 */
export const payAct = z.enum(["pay", "later", "quietly", "anyway"]);

/**
 * Refund actions on WeChat Pay's own pages. `refund`: everything that is left, with a notification; `part`: a quarter;
 * `refund-quietly`: without a notification. On the last refund, whoever requested it: `refund-notice` repeats the
 * notification; `abnormal`, `closed`, `arrived` end it that way, with a notification.
 */
export const refundAct = z.enum(["refund", "part", "refund-quietly", "refund-notice", "abnormal", "closed", "arrived"]);
export type RefundAct = z.output<typeof refundAct>;

const charge = z.object({
  orderNo: z.string(),
  description: z.string(),
  amount: fen,
  /** Payment by QR code, or inside WeChat. */
  channel: z.enum(["native", "jsapi"]),
  state: z.enum(["NOTPAY", "SUCCESS", "CLOSED", "REFUND"]),
  /** Content of the QR code; null inside WeChat. */
  codeUrl: z.string().nullable(),
  createdAt: time,
  expiresAt: time,
  paidAt: time.nullable(),
  /** HTTP statuses of the site's replies to each notification; 0 for no reply. */
  noticed: z.array(z.object({ at: time, status: count })),
  /** Refunds of the charge, oldest first. */
  refunds: z.array(
    z.object({ no: z.string(), amount: fen, status: z.enum(["PROCESSING", "SUCCESS", "ABNORMAL", "CLOSED"]) }),
  ),
});
const orderNo = z.string().min(1).max(32);

/** Calls on the demo's fakes. Without fakes (production) each replies NOT_FOUND. */
export const devApi = {
  inbox: endpoint({
    method: "GET",
    path: "/api/ext/dev/inbox",
    summary: "演示：短信收件箱，最新的在前",
    data: z.array(
      z.object({ provider: z.string(), phone: z.string(), text: z.string(), code: z.string(), sentAt: time }),
    ),
  }),
  mailInbox: endpoint({
    method: "GET",
    path: "/api/ext/dev/mail-inbox",
    summary: "演示：邮件收件箱，最新的在前",
    data: z.array(
      z.object({
        to: z.string(),
        subject: z.string(),
        text: z.string(),
        /** URL to unsubscribe; empty for mandatory mail. */
        unsubscribe: z.string(),
        receivedAt: time,
      }),
    ),
  }),
  wechatInbox: endpoint({
    method: "GET",
    path: "/api/ext/dev/wechat-inbox",
    summary: "演示：公众号发出的模板消息，最新的在前",
    data: z.array(z.object({ openid: z.string(), url: z.string(), lines: z.array(z.string()), sentAt: time })),
  }),
  sendLetters: endpoint({
    method: "POST",
    path: "/api/ext/dev/send-letters",
    summary: "演示：现在就寄出要寄的通知，不等平时的几分钟；或寄出到此刻为止的一周的信",
    body: z.object({ what: z.enum(["notifications", "weekly"]) }),
    data: nothing,
  }),
  faults: endpoint({
    method: "GET",
    path: "/api/ext/dev/faults",
    summary: "演示：各个假服务正在出的故障",
    data: z.record(service, fault),
  }),
  setFault: endpoint({
    method: "PUT",
    path: "/api/ext/dev/faults",
    summary: "演示：让一个假服务出故障：delay、lost、error、garbage，或其协议的错误码",
    body: z.object({ service, fault }),
    data: nothing,
  }),
  wechatPage: endpoint({
    method: "GET",
    path: "/api/ext/dev/wechat-page",
    summary: "演示：假微信的授权页；参数同 connect/qrconnect",
    query: z.object({
      appid: z.string().max(200).default(""),
      redirect_uri: z.string().max(1000).default(""),
      response_type: z.string().max(50).default(""),
      scope: z.string().max(200).default(""),
      state: z.string().max(500).default(""),
    }),
    data: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("refused"), message: z.string() }),
      z.object({
        kind: z.literal("page"),
        /** People who may scan the code. */
        people: z.array(z.object({ openid: z.string(), nickname: z.string() })),
        /** URL to continue at after consent, by openid. */
        agree: z.record(z.string(), z.string()),
        refuseUrl: z.string(),
      }),
    ]),
  }),
  charges: endpoint({
    method: "GET",
    path: "/api/ext/dev/charges",
    summary: "演示：假微信支付的订单，最新的在前",
    data: z.array(charge),
  }),
  payCharge: endpoint({
    method: "POST",
    path: "/api/ext/dev/charge/pay",
    summary: "演示：付一张假微信支付的订单；不能付时说明原因",
    body: z.object({ orderNo, act: payAct }),
    data: z.object({ refusal: z.string().nullable() }),
  }),
  notifyCharge: endpoint({
    method: "POST",
    path: "/api/ext/dev/charge/notify",
    summary: "演示：同时发出几次支付通知，真的或伪造的；给出本站的各个回答（HTTP 状态）",
    body: z.object({ orderNo, times: z.number().int().min(1).max(20).default(1), forgery: payForgery.optional() }),
    data: z.object({ answers: z.array(count) }),
  }),
  refundCharge: endpoint({
    method: "POST",
    path: "/api/ext/dev/charge/refund",
    summary: "演示：在假微信支付的商户平台退款，或让最近一笔退款有个结果；不能退时说明原因",
    body: z.object({ orderNo, act: refundAct }),
    data: z.object({
      refusal: z.string().nullable(),
      /** The site's replies to the notifications. */
      answers: z.array(count),
    }),
  }),
  redeemCode: endpoint({
    method: "POST",
    path: "/api/ext/dev/redeem-code",
    summary: "演示：生成一个兑换码，兑换第一项在售的权益",
    data: z.object({ code: z.string(), offerName: z.string() }),
  }),
};

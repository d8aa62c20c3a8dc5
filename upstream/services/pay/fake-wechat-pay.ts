import { randomBytes, randomInt } from "node:crypto";
import type { z } from "zod";
import { createFaults } from "#upstream/services/external/faults";
import type { Fetch } from "#upstream/services/external/request-external";
import type { FakeWechatPay, KeptCharge } from "./fake-charge";
import type { FakePayAccount } from "./fake-pay-account";
import { createFakeBills } from "./fake-pay-bills";
import { createNotices } from "./fake-pay-notices";
import { addRefund, type FakeRefund, leftOf, refundEventOf, refundNoticeOf, refundReplyOf } from "./fake-pay-refunds";
import { chargeBody, refundBody } from "./fake-pay-requests";
import { isAuthorized, signatureHeaders } from "./pay-signature";

/** Maximum number of stored charges; the oldest are deleted. */
const KEPT_MAX = 5_000;
/**
 * Creates a fake WeChat Pay: verifies request signatures, enforces the rules for order numbers, signs its replies, and
 * encrypts, signs and repeats its notifications until they are accepted. For the demo and tests only.
 */
export function createFakeWechatPay(
  account: FakePayAccount,
  { clock, deliver, hurry }: { clock: () => Date; deliver: Fetch; hurry: number },
): FakeWechatPay {
  const charges = new Map<string, KeptCharge>();
  const faults = createFaults();
  const notices = createNotices({ account, clock, deliver, hurry });
  const { ours, theirs } = account;
  const bills = createFakeBills(ours, { clock, charges: () => charges.values() });
  let refundNoticeAfter: number | null = null;

  function tell(status: number, value: unknown): Response {
    const body = value === null ? "" : JSON.stringify(value);
    const signing = { serial: theirs.platformSerial, privateKey: theirs.platformKey };
    const timestamp = Math.floor(clock().getTime() / 1000);
    const nonce = randomBytes(16).toString("hex");
    const headers = { "content-type": "application/json", ...signatureHeaders({ body, timestamp, nonce }, signing) };
    return new Response(status === 204 ? null : body, { status, headers });
  }
  const refuse = (status: number, code: string, message: string = code) => tell(status, { code, message });

  function create(channel: "native" | "jsapi", content: unknown): Response {
    const parsed = chargeBody.safeParse(content);
    if (!parsed.success || new URL(parsed.data.notify_url).search) return refuse(400, "PARAM_ERROR");
    const { data } = parsed;
    if (data.appid !== ours.appId || data.mchid !== ours.mchId) return refuse(400, "APPID_MCHID_NOT_MATCH");
    if ((channel === "jsapi") !== (data.payer !== undefined)) return refuse(400, "PARAM_ERROR");
    const parameters = JSON.stringify([channel, data]);
    const known = charges.get(data.out_trade_no);
    if (known && known.parameters !== parameters) return refuse(403, "OUT_TRADE_NO_USED");
    if (known?.state === "CLOSED") return refuse(400, "ORDER_CLOSED");
    if (known && known.state !== "NOTPAY") return refuse(400, "ORDERPAID");
    if (!known && Date.parse(data.time_expire) <= clock().getTime()) return refuse(400, "PARAM_ERROR", "time_expire");
    const charge = known ?? keep(channel, data, parameters);
    return tell(200, channel === "native" ? { code_url: charge.codeUrl } : { prepay_id: charge.prepayId });
  }

  function keep(channel: "native" | "jsapi", data: z.output<typeof chargeBody>, parameters: string): KeptCharge {
    const code = randomBytes(6).toString("base64url");
    const charge: KeptCharge = {
      orderNo: data.out_trade_no,
      description: data.description,
      amount: data.amount.total,
      channel,
      state: "NOTPAY",
      codeUrl: channel === "native" ? `weixin://wxpay/bizpayurl?pr=${code}` : null,
      createdAt: clock().toISOString(),
      expiresAt: new Date(data.time_expire).toISOString(),
      paidAt: null,
      noticed: [],
      parameters,
      prepayId: `wx${randomBytes(16).toString("hex")}`,
      transactionId: `42000${Array.from({ length: 23 }, () => randomInt(10)).join("")}`,
      noticeId: randomBytes(16).toString("hex"),
      notifyUrl: data.notify_url,
      refunds: [],
    };
    charges.set(charge.orderNo, charge);
    for (const oldest of charges.keys()) if (charges.size > KEPT_MAX) charges.delete(oldest);
    return charge;
  }

  const transactionOf = (charge: KeptCharge) => ({
    appid: ours.appId,
    mchid: ours.mchId,
    out_trade_no: charge.orderNo,
    trade_state: charge.state,
    trade_state_desc: charge.state,
    amount: { total: charge.amount, payer_total: charge.amount, currency: "CNY", payer_currency: "CNY" },
    ...(charge.paidAt && {
      transaction_id: charge.transactionId,
      trade_type: charge.channel.toUpperCase(),
      bank_type: "OTHERS",
      success_time: charge.paidAt,
    }),
  });

  function close(orderNo: string, content: unknown): Response {
    const charge = charges.get(orderNo);
    if ((content as { mchid?: unknown })?.mchid !== ours.mchId) return refuse(400, "PARAM_ERROR");
    if (!charge) return refuse(404, "ORDER_NOT_EXIST");
    if (charge.state === "CLOSED") return refuse(400, "ORDER_CLOSED");
    if (charge.state !== "NOTPAY") return refuse(400, "ORDERPAID");
    charge.state = "CLOSED";
    return tell(204, null);
  }

  function refund(content: unknown): Response {
    const parsed = refundBody.safeParse(content);
    if (!parsed.success) return refuse(400, "PARAM_ERROR");
    const { out_trade_no, out_refund_no, notify_url, amount } = parsed.data;
    const charge = charges.get(out_trade_no);
    if (!charge) return refuse(404, "RESOURCE_NOT_EXISTS");
    if (charge.state !== "REFUND" && charge.state !== "SUCCESS") return refuse(400, "INVALID_REQUEST");
    const known = charge.refunds.find(({ no }) => no === out_refund_no);
    if (amount.total !== charge.amount || (known && known.amount !== amount.refund))
      return refuse(400, "INVALID_REQUEST");
    if (!known && amount.refund > leftOf(charge)) return refuse(403, "NOT_ENOUGH");
    const at = clock().toISOString();
    const asked = { no: out_refund_no, amount: amount.refund, notifyUrl: notify_url, at };
    const made = known ?? addRefund(charge, asked, "PROCESSING");
    const reply = tell(200, refundReplyOf(charge, made));
    if (known) return reply;
    // Accepted now, and completed by the next query.
    made.status = "SUCCESS";
    if (refundNoticeAfter !== null)
      setTimeout(() => void notices.announce(noticeOfRefund(charge, made), note(charge)), refundNoticeAfter).unref();
    return reply;
  }

  function findRefund(no: string): Response {
    for (const charge of charges.values()) {
      const refund = charge.refunds.find((one) => one.no === no);
      if (refund) return tell(200, refundReplyOf(charge, refund));
    }
    return refuse(404, "RESOURCE_NOT_EXISTS", "退款单不存在");
  }

  async function reply(request: Request): Promise<Response> {
    const { origin, pathname, search, searchParams } = new URL(request.url);
    const body = await request.text();
    const signed = { method: request.method, path: pathname + search, body };
    const authority = { mchId: ours.mchId, serial: ours.serial, publicKey: theirs.merchantKey, now: clock() };
    if (!isAuthorized(request.headers.get("authorization") ?? "", signed, authority)) {
      return refuse(401, "SIGN_ERROR", "签名错误");
    }
    const fault = faults.current();
    if (fault?.kind === "code") return refuse(fault.code === "SYSTEM_ERROR" ? 500 : 400, fault.code);
    const content = body ? (JSON.parse(body) as unknown) : null;
    const channel = /^\/v3\/pay\/transactions\/(native|jsapi)$/.exec(pathname)?.[1];
    if (request.method === "POST" && channel) return create(channel as "native" | "jsapi", content);
    if (request.method === "POST" && pathname === "/v3/refund/domestic/refunds") return refund(content);
    const refundNo = /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/.exec(pathname)?.[1];
    if (request.method === "GET" && refundNo) return findRefund(refundNo);
    const bill = /^\/v3\/bill\/(tradebill|fundflowbill)$/.exec(pathname)?.[1];
    if (request.method === "GET" && bill) {
      const told = bills.ask(bill as "tradebill" | "fundflowbill", searchParams, origin);
      return "refusal" in told ? refuse(400, told.refusal) : tell(200, told);
    }
    if (request.method === "GET" && pathname === "/v3/billdownload/file") {
      const bytes = bills.download(searchParams.get("token") ?? "");
      // The only reply without a signature.
      return bytes ? new Response(new Uint8Array(bytes)) : refuse(404, "RESOURCE_NOT_EXISTS");
    }
    const [, orderNo = "", closing] = /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/close)?$/.exec(pathname) ?? [];
    if (request.method === "POST" && closing) return close(orderNo, content);
    if (request.method !== "GET" || !orderNo || closing) return refuse(404, "NOT_FOUND");
    if (searchParams.get("mchid") !== ours.mchId) return refuse(400, "PARAM_ERROR");
    const charge = charges.get(orderNo);
    return charge ? tell(200, transactionOf(charge)) : refuse(404, "ORDER_NOT_EXIST", "订单不存在");
  }

  /** Notification that a charge was paid, even if it was not, for forged ones. */
  const noticeOf = (charge: KeptCharge) => ({
    id: charge.noticeId,
    notifyUrl: charge.notifyUrl,
    event: "TRANSACTION.SUCCESS",
    about: transactionOf({ ...charge, state: "SUCCESS", paidAt: charge.paidAt ?? clock().toISOString() }),
  });
  const noticeOfRefund = (charge: KeptCharge, refund: FakeRefund, event = refundEventOf(refund.status)) =>
    refundNoticeOf(charge, refund, { event, mchId: ours.mchId, at: clock() });
  const note = (charge: KeptCharge) => (status: number) =>
    void charge.noticed.push({ at: clock().toISOString(), status });

  return {
    fetch: (request) => faults.around(request, () => reply(request)),
    faults,
    charges: () => [...charges.values()].reverse(),

    pay(orderNo, { after = 0, quietly = false, anyway = false } = {}) {
      const charge = charges.get(orderNo);
      if (!charge) return "没有这个订单";
      if (charge.state === "SUCCESS" || charge.state === "REFUND") return "订单已支付";
      if (charge.state === "CLOSED" && !anyway) return "订单已关闭";
      if (Date.parse(charge.expiresAt) <= clock().getTime() && !anyway) return "订单已过支付时间";
      charge.state = "SUCCESS";
      charge.paidAt = clock().toISOString();
      const announce = () => void notices.announce(noticeOf(charge), note(charge));
      if (!quietly) setTimeout(announce, after).unref();
      return null;
    },

    async notify(orderNo, forgery) {
      const charge = charges.get(orderNo);
      if (!charge || !(charge.paidAt || forgery)) return 0;
      const status = await notices.send(noticeOf(charge), forgery);
      note(charge)(status);
      return status;
    },

    refundThere(orderNo, amount) {
      const charge = charges.get(orderNo);
      if (charge?.state !== "SUCCESS" && charge?.state !== "REFUND") return "没有付过款";
      const back = Math.min(amount ?? charge.amount, leftOf(charge));
      if (back <= 0) return "已经全部退回";
      addRefund(charge, { no: randomBytes(8).toString("hex"), amount: back, at: clock().toISOString() });
      return null;
    },

    recall({ refunds, ...paid }) {
      const charge: KeptCharge = {
        ...{ ...paid, state: "SUCCESS", codeUrl: null, noticed: [], parameters: "", prepayId: "", refunds: [] },
        noticeId: randomBytes(16).toString("hex"),
      };
      charges.set(charge.orderNo, charge);
      for (const { status, ...refund } of refunds) addRefund(charge, refund, status);
    },

    spoilBills: bills.spoil,

    announceRefunds(after) {
      refundNoticeAfter = after;
    },

    endRefund(orderNo, status) {
      const refund = charges.get(orderNo)?.refunds.at(-1);
      if (refund) refund.status = status;
    },

    async notifyRefund(orderNo, { event, forgery } = {}) {
      const charge = charges.get(orderNo);
      const refund = charge?.refunds.at(-1);
      if (!charge || !refund) return 0;
      const status = await notices.send(noticeOfRefund(charge, refund, event), forgery);
      note(charge)(status);
      return status;
    },
  };
}

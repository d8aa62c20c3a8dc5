import { randomBytes, randomInt } from "node:crypto";
import type { z } from "zod";
import type { Faults } from "#upstream/services/external/faults";
import type { Fetch } from "#upstream/services/external/request-external";
import type { KeptCharge } from "./fake-charge";
import type { FakePayAccount } from "./fake-pay-account";
import type { FakeBills } from "./fake-pay-bills";
import { addRefund, type FakeRefund, leftOf, refundReplyOf } from "./fake-pay-refunds";
import { chargeBody, refundBody } from "./fake-pay-requests";
import { isAuthorized, signatureHeaders } from "./pay-signature";

type Channel = KeptCharge["channel"];
type RefundAccepted = (charge: KeptCharge, refund: FakeRefund) => void;

/** Account, clock and charges of a fake WeChat Pay. */
export type FakePayState = { account: FakePayAccount; clock: () => Date; charges: Map<string, KeptCharge> };

/** Request of the merchant, with its parsed body; null if it has none. */
type MerchantRequest = { method: string; url: URL; content: unknown };
/** Reply that is still to be signed. */
type Unsigned = { status: number; value: unknown };

/** Maximum number of stored charges; the oldest are deleted. */
const KEPT_MAX = 5_000;

/** Creates `api.mch.weixin.qq.com`, which replies to requests of the merchant. */
export function createFakePayReplies(
  state: FakePayState,
  { bills, faults, refundAccepted }: { bills: FakeBills; faults: Faults; refundAccepted: RefundAccepted },
): Fetch {
  const { account, clock } = state;

  function sign({ status, value }: Unsigned): Response {
    const body = value === null ? "" : JSON.stringify(value);
    const signing = { serial: account.theirs.platformSerial, privateKey: account.theirs.platformKey };
    const timestamp = Math.floor(clock().getTime() / 1000);
    const nonce = randomBytes(16).toString("hex");
    const headers = { "content-type": "application/json", ...signatureHeaders({ body, timestamp, nonce }, signing) };
    return new Response(status === 204 ? null : body, { status, headers });
  }

  function handle({ method, url, content }: MerchantRequest): Unsigned {
    const { pathname, searchParams, origin } = url;
    const channel = /^\/v3\/pay\/transactions\/(native|jsapi)$/.exec(pathname)?.[1];
    if (method === "POST" && channel) return orderCharge(state, channel as Channel, content);
    if (method === "POST" && pathname === "/v3/refund/domestic/refunds") {
      return requestRefund(state, content, refundAccepted);
    }
    const refundNo = /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/.exec(pathname)?.[1];
    if (method === "GET" && refundNo) return findRefund(state, refundNo);
    const bill = /^\/v3\/bill\/(tradebill|fundflowbill)$/.exec(pathname)?.[1];
    if (method === "GET" && bill) {
      const made = bills.ask(bill as "tradebill" | "fundflowbill", searchParams, origin);
      return "refusal" in made ? refuse(400, made.refusal) : { status: 200, value: made };
    }
    const [, orderNo = "", closing] = /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/close)?$/.exec(pathname) ?? [];
    if (method === "POST" && closing) return closeCharge(state, orderNo, content);
    if (method === "GET" && orderNo && !closing) return findCharge(state, orderNo, searchParams.get("mchid"));
    return refuse(404, "NOT_FOUND");
  }

  return async (request) => {
    const url = new URL(request.url);
    const { method } = request;
    const body = await request.text();
    const { ours, theirs } = account;
    const authority = { mchId: ours.mchId, serial: ours.serial, publicKey: theirs.merchantKey, now: clock() };
    const signed = { method, path: url.pathname + url.search, body };
    if (!isAuthorized(request.headers.get("authorization") ?? "", signed, authority)) {
      return sign(refuse(401, "SIGN_ERROR", "签名错误"));
    }
    const fault = faults.current();
    if (fault?.kind === "code") return sign(refuse(fault.code === "SYSTEM_ERROR" ? 500 : 400, fault.code));
    if (method === "GET" && url.pathname === "/v3/billdownload/file") {
      const bytes = bills.download(url.searchParams.get("token") ?? "");
      // The only reply without a signature.
      return bytes ? new Response(new Uint8Array(bytes)) : sign(refuse(404, "RESOURCE_NOT_EXISTS"));
    }
    return sign(handle({ method, url, content: body ? (JSON.parse(body) as unknown) : null }));
  };
}

const refuse = (status: number, code: string, message: string = code): Unsigned => ({
  status,
  value: { code, message },
});

function orderCharge(state: FakePayState, channel: Channel, content: unknown): Unsigned {
  const { ours } = state.account;
  const parsed = chargeBody.safeParse(content);
  if (!parsed.success || new URL(parsed.data.notify_url).search) return refuse(400, "PARAM_ERROR");
  const { data } = parsed;
  if (data.appid !== ours.appId || data.mchid !== ours.mchId) return refuse(400, "APPID_MCHID_NOT_MATCH");
  if ((channel === "jsapi") !== (data.payer !== undefined)) return refuse(400, "PARAM_ERROR");
  const known = state.charges.get(data.out_trade_no);
  if (known && known.parameters !== parametersOf(channel, data)) return refuse(403, "OUT_TRADE_NO_USED");
  if (known?.state === "CLOSED") return refuse(400, "ORDER_CLOSED");
  if (known && known.state !== "NOTPAY") return refuse(400, "ORDERPAID");
  if (!known && Date.parse(data.time_expire) <= state.clock().getTime()) {
    return refuse(400, "PARAM_ERROR", "time_expire");
  }
  const { codeUrl, prepayId } = known ?? storeCharge(state, channel, data);
  return { status: 200, value: channel === "native" ? { code_url: codeUrl } : { prepay_id: prepayId } };
}

const parametersOf = (channel: Channel, data: z.output<typeof chargeBody>): string => JSON.stringify([channel, data]);

function storeCharge({ charges, clock }: FakePayState, channel: Channel, data: z.output<typeof chargeBody>) {
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
    parameters: parametersOf(channel, data),
    prepayId: `wx${randomBytes(16).toString("hex")}`,
    transactionId: `42000${Array.from({ length: 23 }, () => randomInt(10)).join("")}`,
    notificationId: randomBytes(16).toString("hex"),
    notifyUrl: data.notify_url,
    refunds: [],
  };
  charges.set(charge.orderNo, charge);
  for (const oldest of charges.keys()) if (charges.size > KEPT_MAX) charges.delete(oldest);
  return charge;
}

/** Charge in WeChat Pay's format of replies and notifications. */
export const transactionOf = ({ ours }: FakePayAccount, charge: KeptCharge) => ({
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

function findCharge({ account, charges }: FakePayState, orderNo: string, mchId: string | null): Unsigned {
  if (mchId !== account.ours.mchId) return refuse(400, "PARAM_ERROR");
  const charge = charges.get(orderNo);
  return charge ? { status: 200, value: transactionOf(account, charge) } : refuse(404, "ORDER_NOT_EXIST", "订单不存在");
}

function closeCharge({ account, charges }: FakePayState, orderNo: string, content: unknown): Unsigned {
  const charge = charges.get(orderNo);
  if ((content as { mchid?: unknown })?.mchid !== account.ours.mchId) return refuse(400, "PARAM_ERROR");
  if (!charge) return refuse(404, "ORDER_NOT_EXIST");
  if (charge.state === "CLOSED") return refuse(400, "ORDER_CLOSED");
  if (charge.state !== "NOTPAY") return refuse(400, "ORDERPAID");
  charge.state = "CLOSED";
  return { status: 204, value: null };
}

function requestRefund({ charges, clock }: FakePayState, content: unknown, accepted: RefundAccepted): Unsigned {
  const parsed = refundBody.safeParse(content);
  if (!parsed.success) return refuse(400, "PARAM_ERROR");
  const { out_trade_no, out_refund_no, notify_url, amount } = parsed.data;
  const charge = charges.get(out_trade_no);
  if (!charge) return refuse(404, "RESOURCE_NOT_EXISTS");
  if (charge.state !== "REFUND" && charge.state !== "SUCCESS") return refuse(400, "INVALID_REQUEST");
  const known = charge.refunds.find(({ no }) => no === out_refund_no);
  if (amount.total !== charge.amount || (known && known.amount !== amount.refund)) {
    return refuse(400, "INVALID_REQUEST");
  }
  if (known) return { status: 200, value: refundReplyOf(charge, known) };
  if (amount.refund > leftOf(charge)) return refuse(400, "INVALID_REQUEST");
  const at = clock().toISOString();
  const asked = { no: out_refund_no, amount: amount.refund, notifyUrl: notify_url, at };
  const refund = addRefund(charge, asked, "PROCESSING");
  const value = refundReplyOf(charge, refund);
  // Accepted now, and completed by the next query.
  refund.status = "SUCCESS";
  accepted(charge, refund);
  return { status: 200, value };
}

function findRefund({ charges }: FakePayState, no: string): Unsigned {
  for (const charge of charges.values()) {
    const refund = charge.refunds.find((one) => one.no === no);
    if (refund) return { status: 200, value: refundReplyOf(charge, refund) };
  }
  return refuse(404, "RESOURCE_NOT_EXISTS", "退款单不存在");
}

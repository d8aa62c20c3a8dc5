import { z } from "zod";
import { chinaTime } from "#upstream/text/china-time";
import { downloadBill } from "./download-bill";
import { type Charge, type Pay, PayError } from "./pay";
import type { PayAccount } from "./pay-account";
import { readFundBill, readTradeBill, type TradeBill } from "./pay-bill";
import { signLines } from "./pay-signature";
import { readPaymentNotification } from "./read-payment-notification";
import {
  acceptedRefundOf,
  acceptedRefundReply,
  paymentOf,
  refundOf,
  refundReply,
  transactionFields,
} from "./wechat-pay-replies";
import { createNonce, createWechatPayRequests, secondsOf, type WechatPayTransport } from "./wechat-pay-requests";

/** URLs of WeChat Pay's API and of its notifications. */
export type WechatPayConfig = {
  /** `https://api.mch.weixin.qq.com`. */
  base: string;
  /** URL that receives notifications: https, without a query. */
  notifyUrl: string;
};

const DESCRIPTION_MAX = 127;
const REFUNDS = "/v3/refund/domestic/refunds";
const ORDER_NOT_EXIST = "ORDER_NOT_EXIST";
const REFUND_NOT_EXIST = "RESOURCE_NOT_EXISTS";
/** Maximum characters of the reason that payers see: 80 bytes of UTF-8. */
const REASON_MAX = 26;
const NO_TRADES: TradeBill = { lines: [], fee: 0 };

/**
 * Creates a client of WeChat Pay's API v3. Requests are signed with the merchant's key; replies and notifications are
 * accepted only if they are signed with one of WeChat Pay's keys.
 */
export function createWechatPay(
  account: PayAccount,
  { base, notifyUrl }: WechatPayConfig,
  transport: WechatPayTransport,
): Pay {
  const requests = createWechatPayRequests(account, base, transport);
  const { ask } = requests;

  const chargeOf = ({ orderNo, description, amount, expiresAt }: Charge) => ({
    appid: account.appId,
    mchid: account.mchId,
    description: [...description].slice(0, DESCRIPTION_MAX / 3).join(""),
    out_trade_no: orderNo,
    time_expire: rfc3339(expiresAt),
    notify_url: notifyUrl,
    amount: { total: amount, currency: "CNY" },
  });

  return {
    appId: account.appId,

    async native(charge) {
      const schema = z.object({ code_url: z.string() });
      return { codeUrl: (await ask("POST", "/v3/pay/transactions/native", schema, chargeOf(charge))).code_url };
    },

    async jsapi(charge, openid) {
      const schema = z.object({ prepay_id: z.string() });
      const content = { ...chargeOf(charge), payer: { openid } };
      return { prepayId: (await ask("POST", "/v3/pay/transactions/jsapi", schema, content)).prepay_id };
    },

    launch(prepayId, appId) {
      const timeStamp = String(secondsOf(transport.clock()));
      const given = { appId, timeStamp, nonceStr: createNonce() };
      const wanted = `prepay_id=${prepayId}`;
      const paySign = signLines([given.appId, given.timeStamp, given.nonceStr, wanted], account.privateKey);
      return { ...given, package: wanted, signType: "RSA", paySign };
    },

    async query(orderNo) {
      const path = `/v3/pay/transactions/out-trade-no/${orderNo}?mchid=${account.mchId}`;
      try {
        return paymentOf(account, await ask("GET", path, transactionFields));
      } catch (error) {
        if (error instanceof PayError && error.code === ORDER_NOT_EXIST) return null;
        throw error instanceof PayError ? error : new PayError("unusable", `${path}: ${(error as Error).message}`);
      }
    },

    async close(orderNo) {
      const path = `/v3/pay/transactions/out-trade-no/${orderNo}/close`;
      await ask("POST", path, z.unknown(), { mchid: account.mchId });
    },

    async refund({ orderNo, refundNo, amount, total = amount, reason }) {
      const accepted = await ask("POST", REFUNDS, acceptedRefundReply, {
        out_trade_no: orderNo,
        // Repeating a number requests the same refund.
        out_refund_no: refundNo,
        reason: [...reason].slice(0, REASON_MAX).join(""),
        notify_url: notifyUrl,
        amount: { refund: amount, total, currency: "CNY" },
      });
      return acceptedRefundOf(accepted);
    },

    async queryRefund(refundNo) {
      try {
        return refundOf(await ask("GET", `${REFUNDS}/${refundNo}`, refundReply));
      } catch (error) {
        if (error instanceof PayError && error.code === REFUND_NOT_EXIST) return null;
        throw error;
      }
    },

    async tradeBill(day) {
      const path = `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL`;
      return (await downloadBill(requests, path, readTradeBill)) ?? NO_TRADES;
    },

    fundBill: (day) =>
      downloadBill(requests, `/v3/bill/fundflowbill?bill_date=${day}&account_type=BASIC`, readFundBill),

    readNotification: (header, body) => readPaymentNotification(account, { header, body, now: transport.clock() }),
  };
}

/** Formats a time in Chinese local time, with seconds: `2018-06-08T10:34:56+08:00`. */
const rfc3339 = (iso: string): string => `${chinaTime(new Date(iso))}+08:00`;

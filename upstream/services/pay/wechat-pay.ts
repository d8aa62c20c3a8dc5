import { createHash, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { z } from "zod";
import { payNotice } from "#app/contract/zhiku/wechat";
import { type Fetch, type RawReply, requestExternalRaw } from "#upstream/services/external/request-external";
import { chinaTime } from "#upstream/text/china-time";
import { type Charge, InvalidNotificationError, type Pay, PayError, type Payment, type Refund } from "./pay";
import type { PayAccount } from "./pay-account";
import { BadBillError, readFundBill, readTradeBill, type TradeBill } from "./pay-bill";
import { openResource } from "./pay-resource";
import { authorizationOf, signatureProblem, signLines } from "./pay-signature";
import {
  billReply,
  parseJson,
  paymentStateOf,
  refundNotice,
  refundOf,
  refundReply,
  refusalOf,
  transactionFields,
} from "./wechat-pay-replies";

/** URLs of WeChat Pay's API and of its notifications. */
export type WechatPayConfig = {
  /** `https://api.mch.weixin.qq.com`. */
  base: string;
  /** URL that receives notifications: https, without a query. */
  notifyUrl: string;
};

/** Timeout of a call in milliseconds; the browser's whole request has ten seconds. */
const TIMEOUT = 4_000;
const DESCRIPTION_MAX = 127;
const REFUNDS = "/v3/refund/domestic/refunds";
const ORDER_NOT_EXIST = "ORDER_NOT_EXIST";
const REFUND_NOT_EXIST = "RESOURCE_NOT_EXISTS";
/** Maximum characters of the reason that payers see: 80 bytes of UTF-8. */
const REASON_MAX = 26;
/** Error code for a day without payments. */
const NO_STATEMENT_EXIST = "NO_STATEMENT_EXIST";
/** Maximum bytes of a bill, compressed and uncompressed: some hundred thousand payments. */
const BILL_ZIPPED_MAX = 16 * 1024 * 1024;
const BILL_BYTES_MAX = 64 * 1024 * 1024;
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);
const NO_TRADES: TradeBill = { lines: [], fee: 0 };

/**
 * Creates a client of WeChat Pay's API v3. Requests are signed with the merchant's key; replies and notifications are
 * accepted only if they are signed with one of WeChat Pay's keys.
 */
export function createWechatPay(
  account: PayAccount,
  { base, notifyUrl }: WechatPayConfig,
  { fetch, clock, timeout = TIMEOUT }: { fetch: Fetch; clock: () => Date; timeout?: number },
): Pay {
  const nonce = () => randomBytes(16).toString("hex");
  const seconds = () => Math.floor(clock().getTime() / 1000);
  /** Path of the base URL, which is part of the signature. */
  const basePath = new URL(base).pathname.replace(/\/$/, "");

  /** Sends a signed request. @throws PayError unless the reply is successful */
  async function send(method: "GET" | "POST", path: string, body = "", bytesMax?: number): Promise<RawReply> {
    const signed = { method, path: basePath + path, body, timestamp: seconds(), nonce: nonce() };
    const request = new Request(new URL(basePath + path, base), {
      method,
      headers: {
        authorization: authorizationOf(signed, account),
        accept: "application/json",
        "content-type": "application/json",
        "user-agent": "shequ",
      },
      body: body || null,
    });
    const reply = await requestExternalRaw(fetch, request, timeout, bytesMax).catch((error: Error) => {
      throw new PayError("down", error.message);
    });
    // Errors may be unsigned.
    if (reply.status < 200 || reply.status > 299) throw refusalOf(reply);
    return reply;
  }

  async function ask<T>(method: "GET" | "POST", path: string, schema: z.ZodType<T>, content?: object): Promise<T> {
    const reply = await send(method, path, content && JSON.stringify(content));
    const problem = signatureProblem(account.platformKeys, (name) => reply.headers.get(name), reply.body, clock());
    if (problem) throw new PayError("down", `${path}: ${problem}`);
    const parsed = schema.safeParse(parseJson(reply.body));
    if (!parsed.success) throw new PayError("down", `${path}: not what was expected`);
    return parsed.data;
  }

  /**
   * Downloads a bill's text. The reply with its URL and checksum is signed; the file itself is not, so its checksum is
   * compared. It is fetched from the configured host, whatever host the URL names. Null if there is no bill for the
   * day.
   */
  async function downloadBill(path: string): Promise<string | null> {
    const told = await ask("GET", `${path}&tar_type=GZIP`, billReply).catch((error: unknown) => {
      if (error instanceof PayError && error.code === NO_STATEMENT_EXIST) return null;
      throw error;
    });
    if (!told) return null;
    const { pathname, search } = new URL(told.download_url);
    const { body } = await send("GET", pathname + search, "", BILL_ZIPPED_MAX);
    const zipped = body.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC);
    const bytes = zipped ? await unzip(body) : body;
    const sum = createHash("sha1").update(bytes).digest("hex");
    if (sum !== told.hash_value.toLowerCase()) throw new PayError("down", `${pathname}: not the file of its sum`);
    return bytes.toString("utf8");
  }

  const chargeOf = ({ orderNo, description, amount, expiresAt }: Charge) => ({
    appid: account.appId,
    mchid: account.mchId,
    description: [...description].slice(0, DESCRIPTION_MAX / 3).join(""),
    out_trade_no: orderNo,
    time_expire: rfc3339(expiresAt),
    notify_url: notifyUrl,
    amount: { total: amount, currency: "CNY" },
  });

  /** Maps a charge of this merchant. @throws Error for another merchant's, or in another currency */
  function paymentOf(transaction: z.output<typeof transactionFields>): Payment {
    const { appid, mchid, amount } = transaction;
    if (appid !== account.appId || mchid !== account.mchId) throw new Error("a charge of another merchant");
    if (amount && amount.currency !== "CNY") throw new Error("a charge in another currency");
    return {
      orderNo: transaction.out_trade_no,
      state: paymentStateOf(transaction.trade_state),
      transactionId: transaction.transaction_id ?? null,
      amount: amount?.total ?? 0,
      paidAt: transaction.success_time ? new Date(transaction.success_time).toISOString() : null,
    };
  }

  /** Maps a refund of this merchant. @throws Error for another merchant's */
  function refundOfNotice({ mchid, refund_status, ...refund }: z.output<typeof refundNotice>): Refund {
    if (mchid !== account.mchId) throw new Error("a refund of another merchant");
    return refundOf({ ...refund, status: refund_status });
  }

  return {
    async native(charge) {
      const schema = z.object({ code_url: z.string() });
      return { codeUrl: (await ask("POST", "/v3/pay/transactions/native", schema, chargeOf(charge))).code_url };
    },

    async jsapi(charge, openid) {
      const schema = z.object({ prepay_id: z.string() });
      const content = { ...chargeOf(charge), payer: { openid } };
      return { prepayId: (await ask("POST", "/v3/pay/transactions/jsapi", schema, content)).prepay_id };
    },

    launch(prepayId) {
      const given = { appId: account.appId, timeStamp: String(seconds()), nonceStr: nonce() };
      const wanted = `prepay_id=${prepayId}`;
      const paySign = signLines([given.appId, given.timeStamp, given.nonceStr, wanted], account.privateKey);
      return { ...given, package: wanted, signType: "RSA", paySign };
    },

    async query(orderNo) {
      const path = `/v3/pay/transactions/out-trade-no/${orderNo}?mchid=${account.mchId}`;
      try {
        return paymentOf(await ask("GET", path, transactionFields));
      } catch (error) {
        if (error instanceof PayError && error.code === ORDER_NOT_EXIST) return null;
        throw error instanceof PayError ? error : new PayError("down", `${path}: ${(error as Error).message}`);
      }
    },

    async close(orderNo) {
      const path = `/v3/pay/transactions/out-trade-no/${orderNo}/close`;
      await ask("POST", path, z.unknown(), { mchid: account.mchId });
    },

    async refund({ orderNo, refundNo, amount, reason }) {
      const schema = z.object({ refund_id: z.string(), create_time: z.string().optional() });
      const { create_time } = await ask("POST", REFUNDS, schema, {
        out_trade_no: orderNo,
        // Repeating a number requests the same refund.
        out_refund_no: refundNo,
        reason: [...reason].slice(0, REASON_MAX).join(""),
        notify_url: notifyUrl,
        amount: { refund: amount, total: amount, currency: "CNY" },
      });
      const at = new Date(create_time ?? "");
      return Number.isNaN(at.getTime()) ? null : at.toISOString();
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
      const text = await downloadBill(`/v3/bill/tradebill?bill_date=${day}&bill_type=ALL`);
      return text === null ? NO_TRADES : readBill(readTradeBill, text);
    },

    async fundBill(day) {
      const text = await downloadBill(`/v3/bill/fundflowbill?bill_date=${day}&account_type=BASIC`);
      return text === null ? null : readBill(readFundBill, text);
    },

    readNotice(header, body) {
      const problem = signatureProblem(account.platformKeys, header, body, clock());
      if (problem) throw new InvalidNotificationError(problem);
      try {
        const { id, event_type, resource } = payNotice.parse(JSON.parse(Buffer.from(body).toString("utf8")));
        const [about] = event_type.split(".");
        if (about !== "TRANSACTION" && about !== "REFUND") return { id, payment: null, refund: null };
        const opened: unknown = JSON.parse(openResource(account.apiV3Key, resource));
        if (about === "REFUND") return { id, payment: null, refund: refundOfNotice(refundNotice.parse(opened)) };
        return { id, payment: paymentOf(transactionFields.parse(opened)), refund: null };
      } catch (error) {
        // Messages of schemas and parsers may quote the body.
        const told = error instanceof z.ZodError || error instanceof SyntaxError ? "malformed" : String(error);
        throw new InvalidNotificationError(told);
      }
    },
  };
}

async function unzip(body: Buffer): Promise<Buffer> {
  try {
    return await promisify(gunzip)(body, { maxOutputLength: BILL_BYTES_MAX });
  } catch (error) {
    throw new PayError("down", `a bill that can't be unzipped: ${(error as { code?: string }).code ?? "unknown"}`);
  }
}

function readBill<T>(read: (text: string) => T, text: string): T {
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof BadBillError)) throw error;
    throw new PayError("down", `a bill that can't be read: ${error.message}`);
  }
}

/** Formats a time in Chinese local time, with seconds: `2018-06-08T10:34:56+08:00`. */
const rfc3339 = (iso: string): string => `${chinaTime(new Date(iso))}+08:00`;

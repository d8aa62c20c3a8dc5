import { z } from "zod";
import type { RawReply } from "#upstream/services/external/request-external";
import { type AcceptedRefund, PayError, type Payment, type Refund } from "./pay";
import type { PayAccount } from "./pay-account";

/** A charge as described by WeChat Pay in notifications and queries. */
export const transactionFields = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string().optional(),
  trade_state: z.string(),
  success_time: z.string().optional(),
  amount: z.object({ total: z.number().int(), currency: z.string().default("CNY") }).optional(),
});
/** A refund, in notifications and queries. */
const refundFields = z.object({
  out_trade_no: z.string(),
  out_refund_no: z.string(),
  refund_id: z.string().optional(),
  transaction_id: z.string().optional(),
  amount: z.object({ total: z.number().int(), refund: z.number().int().positive() }),
});
/** A refund in a notification. */
export const refundNotice = refundFields.extend({
  mchid: z.string(),
  refund_status: z.enum(["SUCCESS", "ABNORMAL", "CLOSED"]),
});
const refundStatus = z.enum(["SUCCESS", "ABNORMAL", "CLOSED", "PROCESSING"]);
/** A refund in a query's response. */
export const refundReply = refundFields.extend({ status: refundStatus });
/** A refund in the response to its request, which may repeat an earlier one. */
export const acceptedRefundReply = z.object({
  refund_id: z.string(),
  create_time: z.string().optional(),
  status: refundStatus.default("PROCESSING"),
});
/** Download URL of a bill, and its checksum. */
export const billReply = z.object({ hash_type: z.literal("SHA1"), hash_value: z.string(), download_url: z.url() });
const refusalReply = z.object({ code: z.string(), message: z.string().default("") });

const STATES: Record<string, Payment["state"]> = {
  SUCCESS: "paid",
  REFUND: "refunded",
  NOTPAY: "open",
  CLOSED: "closed",
  REVOKED: "closed",
};
const REFUND_STATES = { SUCCESS: "done", ABNORMAL: "abnormal", CLOSED: "closed", PROCESSING: "underway" } as const;

/**
 * Maps a charge of this merchant, whichever of its applications requested it. @throws Error for another merchant's, or
 * in another currency
 */
export function paymentOf(account: PayAccount, transaction: z.output<typeof transactionFields>): Payment {
  const { mchid, amount } = transaction;
  if (mchid !== account.mchId) throw new Error("a charge of another merchant");
  if (amount && amount.currency !== "CNY") throw new Error("a charge in another currency");
  return {
    orderNo: transaction.out_trade_no,
    appId: transaction.appid,
    state: STATES[transaction.trade_state] ?? "other",
    transactionId: transaction.transaction_id ?? null,
    amount: amount?.total ?? 0,
    paidAt: transaction.success_time ? new Date(transaction.success_time).toISOString() : null,
  };
}

/** Maps WeChat Pay's response to the request of a refund. */
export function acceptedRefundOf({
  refund_id,
  create_time,
  status,
}: z.output<typeof acceptedRefundReply>): AcceptedRefund {
  const at = new Date(create_time ?? "");
  const acceptedAt = Number.isNaN(at.getTime()) ? null : at.toISOString();
  return { acceptedAt, refundId: refund_id, state: REFUND_STATES[status] };
}

/** Maps WeChat Pay's refund. */
export const refundOf = ({ amount, ...refund }: z.output<typeof refundReply>): Refund => ({
  orderNo: refund.out_trade_no,
  refundNo: refund.out_refund_no,
  refundId: refund.refund_id ?? null,
  state: REFUND_STATES[refund.status],
  transactionId: refund.transaction_id ?? null,
  amount: amount.total,
  refunded: amount.refund,
});

/** Maps a refund of this merchant in a notification. @throws Error for another merchant's */
export function refundOfNotice(
  account: PayAccount,
  { mchid, refund_status, ...refund }: z.output<typeof refundNotice>,
): Refund {
  if (mchid !== account.mchId) throw new Error("a refund of another merchant");
  return refundOf({ ...refund, status: refund_status });
}

/** Parses a JSON body: null if it is empty, undefined if it is invalid. */
export function parseJson(body: Uint8Array): unknown {
  try {
    return body.byteLength ? JSON.parse(Buffer.from(body).toString("utf8")) : null;
  } catch {
    return undefined;
  }
}

/** Maps a response to an error. Rate limits and server errors say nothing about the order. */
export function payErrorOf({ status, body }: RawReply): PayError {
  const parsed = refusalReply.safeParse(parseJson(body));
  if (!parsed.success || status >= 500 || status === 429) return new PayError("down", `HTTP ${status}`);
  const { code, message } = parsed.data;
  return new PayError("refused", `HTTP ${status} ${code}: ${message}`, code);
}

import type { Generated } from "kysely";
import type { RefundState } from "#app/contract/admin/zhiku/order";
import type { OrderChannel, OrderState } from "#app/contract/zhiku/order";
import type { Bit } from "#upstream/db/schema/columns";

/** A right for sale. */
export type ZhikuOffersTable = {
  id: Generated<number>;
  name: string;
  description: string;
  /** Category that the right opens; null: all categories. */
  category_id: number | null;
  /** Price in fen, at least 1. */
  price: number;
  days: number;
  position: number;
  on_sale: Bit;
  version: Generated<number>;
};

/** 订单: orders, never deleted. */
export type ZhikuOrdersTable = {
  id: Generated<number>;
  /** Number known to the member and to WeChat Pay. */
  order_no: string;
  user_id: number;
  offer_id: number;
  /** Copy of the offer at the time of purchase. */
  offer_name: string;
  category_id: number | null;
  days: number;
  /** Amount in fen; 0 for a redeem code. */
  amount: number;
  channel: OrderChannel;
  /** `pending → paid → refunded` or `pending → closed`, never back. */
  state: OrderState;
  /** Idempotency key from the form; null for a redeem code, which can be used only once anyway. */
  request_id: string | null;
  /** Openid of the payer inside WeChat; deleted with the account. */
  payer_openid: string | null;
  /** Application that requested the payment; null before that, and for orders from earlier releases. */
  app_id: Generated<string | null>;
  /** Payment URL (QR code); null until WeChat Pay has returned it. */
  code_url: string | null;
  prepay_id: string | null;
  created_at: string;
  /** Deadline for payment; null if there is nothing to pay. */
  expires_at: string | null;
  /** Time at which WeChat Pay was last queried about it; initially its creation. */
  asked_at: string;
  paid_at: string | null;
  closed_at: string | null;
  /** Time of the refund; on a closed order, of a late payment's. */
  refunded_at: string | null;
  /** Sum in fen of refunds made on WeChat Pay's own pages, as far as notifications told; null if none did. */
  refunded_there: Generated<number | null>;
  /** WeChat Pay's transaction id. */
  transaction_id: string | null;
};

/** Every verified payment notification, once. */
export type ZhikuPayNoticesTable = {
  /** WeChat Pay's id. */
  id: string;
  order_no: string;
  transaction_id: string | null;
  received_at: string;
};

/** Refunds requested by staff; those made on WeChat Pay's own pages have no row. At most one per order is open. */
export type ZhikuRefundsTable = {
  /** Refund number at WeChat Pay (`out_refund_no`). */
  refund_no: string;
  order_no: string;
  /** Amount in fen. */
  amount: number;
  reason: string;
  /** `waiting → asked → underway → done`; open until `done`, `refused`, `closed`, `withdrawn` or `rejected`. */
  state: RefundState;
  requested_by: number;
  created_at: string;
  /** Second approver, if one was needed. */
  approved_by: number | null;
  approved_at: string | null;
  /** Time at which WeChat Pay was last queried about the refund. */
  asked_at: string;
  /** Time at which WeChat Pay accepted it, whose day's bill lists it; null if unknown. */
  accepted_at: string | null;
  ended_at: string | null;
  /** WeChat Pay's reason for refusing the refund. */
  refusal: Generated<string>;
};

/** Numbers that WeChat Pay told of refunds, to find their orders by. */
export type ZhikuRefundNumbersTable = {
  /** The merchant's number (`out_refund_no`), or WeChat Pay's (`refund_id`). */
  number: string;
  order_no: string;
};

/** Batches of codes made by staff. */
export type ZhikuCodeBatchesTable = {
  id: Generated<number>;
  offer_id: number;
  count: number;
  expires_at: string | null;
  note: string;
  created_by: number;
  created_at: string;
};

/** Latest reconciliation with WeChat Pay's bill of each day. */
export type ZhikuReconciliationsTable = {
  /** Day in China: `2026-03-01`. */
  day: string;
  compared_at: string;
  /** Staff member who compared; null if scheduled. */
  compared_by: number | null;
  differences: number;
  /** JSON: totals and differences, as in the contract. */
  result: string;
};

/** 兑换码: redeem codes, by hash. */
export type ZhikuRedeemCodesTable = {
  /** The code itself is stored nowhere. */
  code_hash: string;
  /** Batch of the code; null for codes made outside the console. */
  batch_id: Generated<number | null>;
  /** Number within its batch, from 1. */
  number: Generated<number | null>;
  /** Last four characters of the code, to tell codes apart. */
  tail: Generated<string>;
  voided_at: Generated<string | null>;
  offer_id: number;
  expires_at: string | null;
  used_by: number | null;
  used_at: string | null;
  order_id: number | null;
};

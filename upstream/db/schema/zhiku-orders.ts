import type { Generated } from "kysely";
import type { RefundState } from "#app/contract/admin/order";
import type { OrderChannel, OrderState } from "#app/contract/zhiku/order";
import type { Bit } from "#upstream/db/schema/columns";

/** A right that can be bought. */
export type ZhikuOffersTable = {
  id: Generated<number>;
  name: string;
  description: string;
  /** Null: every category. */
  category_id: number | null;
  /** Fen, at least 1. */
  price: number;
  days: number;
  position: number;
  on_sale: Bit;
  version: Generated<number>;
};

/** 订单: purchases, never deleted. */
export type ZhikuOrdersTable = {
  id: Generated<number>;
  /** Number that the member and WeChat Pay know it by. */
  order_no: string;
  user_id: number;
  offer_id: number;
  /** Offer that was bought, as it was then. */
  offer_name: string;
  category_id: number | null;
  days: number;
  /** Fen; 0 for a redeem code. */
  amount: number;
  channel: OrderChannel;
  /** `pending → paid → refunded` or `pending → closed`, never back. */
  state: OrderState;
  /** Chosen by the form, one order each; null for a redeem code, which is used once by itself. */
  request_id: string | null;
  /** Openid of who pays inside WeChat; forgotten with the account. */
  payer_openid: string | null;
  /** Way to pay it; null until WeChat Pay has said. */
  code_url: string | null;
  prepay_id: string | null;
  created_at: string;
  /** The last moment to pay; null when there is nothing to pay. */
  expires_at: string | null;
  /** Time at which WeChat Pay was last asked about it; when it was created, before that. */
  asked_at: string;
  paid_at: string | null;
  closed_at: string | null;
  /** Time at which the money went back; on a closed order, money that came too late. */
  refunded_at: string | null;
  /** WeChat Pay's number of the payment. */
  transaction_id: string | null;
};

/** Every notice that was believed, once. */
export type ZhikuPayNoticesTable = {
  /** WeChat Pay's. */
  id: string;
  order_no: string;
  transaction_id: string | null;
  received_at: string;
};

/** Refunds that staff asked for; those made at WeChat Pay's own pages have no row. At most one of an order is open. */
export type ZhikuRefundsTable = {
  /** Number that WeChat Pay knows it by (`out_refund_no`). */
  refund_no: string;
  order_no: string;
  /** Fen. */
  amount: number;
  reason: string;
  /** `waiting → asked → underway → done`; open until `done`, `refused`, `closed` or `withdrawn`. */
  state: RefundState;
  requested_by: number;
  created_at: string;
  /** Second person, where one was needed. */
  approved_by: number | null;
  approved_at: string | null;
  /** Time at which WeChat Pay was last asked about it. */
  asked_at: string;
  /** Time at which WeChat Pay took it in, which is the day that its bill lists it on; null where that is not known. */
  accepted_at: string | null;
  ended_at: string | null;
  /** Words of WeChat Pay against it. */
  refusal: Generated<string>;
};

/** Codes that staff made at one time. */
export type ZhikuCodeBatchesTable = {
  id: Generated<number>;
  offer_id: number;
  count: number;
  expires_at: string | null;
  note: string;
  created_by: number;
  created_at: string;
};

/** Comparison with WeChat Pay's bill of a day, the last that was made. */
export type ZhikuReconciliationsTable = {
  /** In China: `2026-03-01`. */
  day: string;
  compared_at: string;
  /** Null: by the clock. */
  compared_by: number | null;
  differences: number;
  /** JSON: sums and differences, as the contract has them. */
  result: string;
};

/** 兑换码: printed codes by their hashes. */
export type ZhikuRedeemCodesTable = {
  /** The code itself is kept nowhere. */
  code_hash: string;
  /** Null for codes that were made outside of the console. */
  batch_id: Generated<number | null>;
  /** From 1 on in its batch. */
  number: Generated<number | null>;
  /** Its last four characters, by which people tell codes apart. */
  tail: Generated<string>;
  voided_at: Generated<string | null>;
  offer_id: number;
  expires_at: string | null;
  used_by: number | null;
  used_at: string | null;
  order_id: number | null;
};

import type { FundBill, TradeBill } from "./pay-bill";

/** Charge to be paid. */
export type Charge = {
  /** Our order number, unique for the merchant (`out_trade_no`): 6 to 32 of `0-9A-Za-z_-`. */
  orderNo: string;
  description: string;
  /** Amount in fen, at least 1. */
  amount: number;
  /** ISO 8601: deadline for the payment. */
  expiresAt: string;
};

/** State of a charge, as reported by WeChat Pay. */
export type Payment = {
  orderNo: string;
  /** Application that requested the payment. */
  appId: string;
  /** `open`: not paid yet. `other`: in progress or failed, so that the outcome is unknown. */
  state: "open" | "paid" | "refunded" | "closed" | "other";
  /** WeChat Pay's transaction number; null before the payment. */
  transactionId: string | null;
  /** Amount of the charge in fen. */
  amount: number;
  /** ISO 8601; null before the payment. */
  paidAt: string | null;
};

/** Parameters for `WeixinJSBridge` and `wx.chooseWXPay`. */
export type LaunchParameters = {
  appId: string;
  timeStamp: string;
  nonceStr: string;
  package: string;
  signType: "RSA";
  paySign: string;
};

/** Refund, requested by us or by the merchant on WeChat Pay's own pages. */
export type Refund = {
  orderNo: string;
  /** The merchant's refund number (`out_refund_no`). */
  refundNo: string;
  /** WeChat Pay's refund number (`refund_id`), if known. */
  refundId: string | null;
  /**
   * `underway`: accepted. `done`: the payer has the money. `abnormal`: it can't be delivered, and the merchant has to
   * act. `closed`: cancelled.
   */
  state: "underway" | "done" | "abnormal" | "closed";
  transactionId: string | null;
  /** Amount of the charge in fen; `refunded` is the amount of this refund, all or part of it. */
  amount: number;
  refunded: number;
};

/** Refund that WeChat Pay has accepted, now or at an earlier request. */
export type AcceptedRefund = { acceptedAt: string | null; refundId: string; state: Refund["state"] };

/** Notification with a verified signature. `payment` and `refund` are both null if it is about something else. */
export type PaymentNotification = { id: string; payment: Payment | null; refund: Refund | null };

/** Payment service. All calls are idempotent by order number. */
export type Pay = {
  /** Application that requests payments. */
  appId: string;
  /** Creates a charge to be paid by scanning; `codeUrl` is the content of the QR code. @throws PayError */
  native(charge: Charge): Promise<{ codeUrl: string }>;
  /** Creates a charge to be paid by this person inside WeChat. @throws PayError */
  jsapi(charge: Charge, openid: string): Promise<{ prepayId: string }>;
  /** Parameters with which WeChat opens the payment of such a charge, which this application requested. */
  launch(prepayId: string, appId: string): LaunchParameters;
  /** Queries a charge; null if WeChat Pay does not know the order. @throws PayError */
  query(orderNo: string): Promise<Payment | null>;
  /**
   * Closes a charge, so that nobody can pay it any more; it may have been paid just before, so query it afterwards.
   * @throws PayError
   */
  close(orderNo: string): Promise<void>;
  /**
   * Refunds `amount` fen of a paid charge, once for each `refundNo`; a notification reports its arrival.
   * `total` is the amount of the charge, if only a part is refunded.
   * @returns when WeChat Pay first accepted the refund (ISO 8601; null if not reported), and its number there
   * @throws PayError
   */
  refund(order: {
    orderNo: string;
    refundNo: string;
    amount: number;
    total?: number;
    reason: string;
  }): Promise<AcceptedRefund>;
  /** Queries a refund; null if WeChat Pay does not know it. @throws PayError */
  queryRefund(refundNo: string): Promise<Refund | null>;
  /**
   * Returns payments and refunds of a day in China (`2026-03-01`), available from ten o'clock of the next day for three
   * months.
   * @throws PayError, with code `STATEMENT_CREATING` before it is available
   */
  tradeBill(day: string): Promise<TradeBill>;
  /** Returns the movements of the account on a day in China; null if there were none. @throws PayError */
  fundBill(day: string): Promise<FundBill | null>;
  /**
   * Verifies and decrypts a notification. `header` takes lower-case names, `body` is unparsed.
   * @throws InvalidNotificationError
   */
  readNotification(header: (name: string) => string | null, body: Uint8Array): PaymentNotification;
};

/**
 * Failed call of the payment service. `down`: the outcome is unknown, and the call may be repeated. `refused`: it was
 * rejected, for the reason in `code`. `unusable`: the reply is not as documented, or about something else, which says
 * nothing about other orders.
 */
export class PayError extends Error {
  override name = "PayError";
  constructor(
    readonly reason: "down" | "refused" | "unusable",
    message: string,
    readonly code: string | null = null,
  ) {
    super(message);
  }
}

/** A notification that can't be trusted. The message contains nothing from its body. */
export class InvalidNotificationError extends Error {
  override name = "InvalidNotificationError";
}

import type { FundBill, TradeBill } from "./pay-bill";

/** Charge that somebody is asked to pay. */
export type Charge = {
  /** Ours, unique for the merchant (`out_trade_no`): 6 to 32 of `0-9A-Za-z_-`. */
  orderNo: string;
  description: string;
  /** Fen, at least 1. */
  amount: number;
  /** ISO 8601: the last moment to pay. */
  expiresAt: string;
};

/** Payment: what is known of a charge. */
export type Payment = {
  orderNo: string;
  /** `open`: not paid yet. `other`: under way or failed, and nothing can be said. */
  state: "open" | "paid" | "refunded" | "closed" | "other";
  /** WeChat Pay's own number; null before something was paid. */
  transactionId: string | null;
  /** Fen that the charge was about. */
  amount: number;
  /** ISO 8601; null before. */
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

/** Refund of a notification, whoever asked for it: we, or the merchant at WeChat Pay's own pages. */
export type Refund = {
  orderNo: string;
  /** The merchant's number of it (`out_refund_no`). */
  refundNo: string;
  /**
   * `underway`: it was taken in. `done`: the money is with the payer. `abnormal`: it does not arrive, the merchant has to
   * see to it. `closed`: it was called off.
   */
  state: "underway" | "done" | "abnormal" | "closed";
  transactionId: string | null;
  /** Fen that the charge was about, and that this refund gives back: all of it, or a part. */
  amount: number;
  refunded: number;
};

/** A notice whose signature was verified. Both are null when it is about something else. */
export type PaymentNotification = { id: string; payment: Payment | null; refund: Refund | null };

/** Taking money. Each call may be made again with the same order number: it happens once. */
export type Pay = {
  /** A charge to be paid by scanning; what its QR code shows. @throws PayError */
  native(charge: Charge): Promise<{ codeUrl: string }>;
  /** A charge to be paid by this person inside WeChat. @throws PayError */
  jsapi(charge: Charge, openid: string): Promise<{ prepayId: string }>;
  /** Parameters by which WeChat shows such a charge. */
  launch(prepayId: string): LaunchParameters;
  /** Null when nobody has heard of the order there. @throws PayError */
  query(orderNo: string): Promise<Payment | null>;
  /** Nobody can pay it any more, unless somebody did: query afterwards. @throws PayError */
  close(orderNo: string): Promise<void>;
  /**
   * Gives the whole amount of a paid charge back, once for each `refundNo`; a notice tells when it has arrived.
   * @returns when it was taken in (ISO 8601), the first time; null where that is not said
   * @throws PayError
   */
  refund(order: { orderNo: string; refundNo: string; amount: number; reason: string }): Promise<string | null>;
  /** State of a refund; null when nobody has heard of it there. @throws PayError */
  queryRefund(refundNo: string): Promise<Refund | null>;
  /**
   * Payments and refunds of a day in China (`2026-03-01`), from ten o'clock of the next one on, for three months.
   * @throws PayError; `STATEMENT_CREATING` before it is made
   */
  tradeBill(day: string): Promise<TradeBill>;
  /** Movements of the account on such a day; null where there were none. @throws PayError */
  fundBill(day: string): Promise<FundBill | null>;
  /**
   * Verifies and opens a notice. `header` takes names in lower case, `body` is what came, byte for byte.
   * @throws InvalidNotificationError
   */
  readNotice(header: (name: string) => string | null, body: Uint8Array): PaymentNotification;
};

/** `down`: nobody knows whether it was done, ask again. `refused`: it was not, for the reason in `code`. */
export class PayError extends Error {
  override name = "PayError";
  constructor(
    readonly reason: "down" | "refused",
    message: string,
    readonly code: string | null = null,
  ) {
    super(message);
  }
}

/** A notice that is not to be believed. The message has nothing from its body. */
export class InvalidNotificationError extends Error {
  override name = "InvalidNotificationError";
}

import type { PayForgery } from "#app/contract/dev";
import type { Faults } from "#upstream/services/external/faults";
import type { Fetch } from "#upstream/services/external/request-external";
import type { FakeRefund, RefundEvent, RefundStatus } from "./fake-pay-refunds";

type TradeState = "NOTPAY" | "SUCCESS" | "CLOSED" | "REFUND";

/** Charge of the fake WeChat Pay as the demo's page shows it. */
export type FakeCharge = {
  orderNo: string;
  description: string;
  /** Fen. */
  amount: number;
  channel: "native" | "jsapi";
  state: TradeState;
  /** Content of the QR code; null inside WeChat. */
  codeUrl: string | null;
  createdAt: string;
  expiresAt: string;
  paidAt: string | null;
  /** HTTP statuses that the site replied to each notification; 0 for no reply. */
  noticed: { at: string; status: number }[];
  /** The oldest first. */
  refunds: readonly FakeRefund[];
};

/** WeChat Pay within this process: its API, and what the demo does in its app. */
export type FakeWechatPay = {
  /** `api.mch.weixin.qq.com`. */
  fetch: Fetch;
  faults: Faults;
  /** The newest first. */
  charges(): readonly FakeCharge[];
  /**
   * Somebody pays. A notice goes out at once, in `after` milliseconds, or (`quietly`) never.
   * `anyway` pays what is closed or too late too, as if it had won the race. @returns why it can't be paid; null when it was
   */
  pay(orderNo: string, how?: { after?: number; quietly?: boolean; anyway?: boolean }): string | null;
  /** Sends the notice of a paid charge, or a forged one of any. @returns the HTTP status that came back; 0 for none */
  notify(orderNo: string, forgery?: PayForgery): Promise<number>;
  /**
   * The merchant gives `amount` (fen; all that is left, if not said) of a paid charge back at WeChat Pay's own pages; its
   * notice goes out by `notifyRefund`. @returns why nothing goes back; null when it does
   */
  refundThere(orderNo: string, amount?: number): string | null;
  /** Knows again a charge that was paid, which it forgot with its process. */
  recall(charge: Recalled): void;
  /** From now on files of bills are not what their sums say; or they are again. */
  spoilBills(on: boolean): void;
  /** From now on a refund that we ask for is told by a notice so many milliseconds later; before, whenever a test sends it. */
  announceRefunds(after: number): void;
  /** From now on the last refund of a charge stands like this; one that was asked for is under way until then. */
  endRefund(orderNo: string, status: RefundStatus): void;
  /**
   * Sends the notice of a charge's last refund, of how it stands or of what is said, or a forged one.
   * @returns as `notify` does
   */
  notifyRefund(orderNo: string, how?: { event?: RefundEvent; forgery?: PayForgery }): Promise<number>;
};

/** Charge that was paid, and what went back of it. */
export type Recalled = Pick<
  FakeCharge,
  "orderNo" | "description" | "amount" | "channel" | "createdAt" | "expiresAt"
> & {
  paidAt: string;
  transactionId: string;
  notifyUrl: string;
  refunds: readonly Pick<FakeRefund, "no" | "amount" | "at" | "status">[];
};

/** A charge with what WeChat Pay alone knows of it. */
export type KeptCharge = Omit<FakeCharge, "refunds"> & {
  parameters: string;
  prepayId: string;
  transactionId: string;
  noticeId: string;
  notifyUrl: string;
  refunds: FakeRefund[];
};

import type { PayForgery } from "#app/contract/site/dev";
import type { Faults } from "#upstream/services/external/faults";
import type { Fetch } from "#upstream/services/external/request-external";
import type { FakeRefund, RefundEvent, RefundStatus } from "./fake-pay-refunds";

type TradeState = "NOTPAY" | "SUCCESS" | "CLOSED" | "REFUND";

/** Charge at the fake WeChat Pay, as shown on the demo's page. */
export type FakeCharge = {
  orderNo: string;
  description: string;
  /** Amount in fen. */
  amount: number;
  channel: "native" | "jsapi";
  state: TradeState;
  /** Content of the QR code; null inside WeChat. */
  codeUrl: string | null;
  createdAt: string;
  expiresAt: string;
  paidAt: string | null;
  /** HTTP statuses of the site's replies to each notification; 0 for no reply. */
  noticed: { at: string; status: number }[];
  /** Refunds, oldest first. */
  refunds: readonly FakeRefund[];
};

/** WeChat Pay in this process: its API, and the actions of the demo on the payer's behalf. */
export type FakeWechatPay = {
  /** `api.mch.weixin.qq.com`. */
  fetch: Fetch;
  faults: Faults;
  /** Charges, newest first. */
  charges(): readonly FakeCharge[];
  /**
   * Simulates a payment. The notification is sent at once, after `after` milliseconds, or (`quietly`) never. `anyway`
   * pays closed or expired charges, too, as in a race.
   * @returns the reason if it can't be paid, else null
   */
  pay(orderNo: string, how?: { after?: number; quietly?: boolean; anyway?: boolean }): string | null;
  /**
   * Sends the notification of a paid charge, or a forged one of any.
   * @returns the HTTP status of the reply; 0 if there was none
   */
  notify(orderNo: string, forgery?: PayForgery): Promise<number>;
  /**
   * Simulates a refund in the merchant's console at WeChat Pay: `amount` in fen, by default all that is left; send its
   * notification with `notifyRefund`.
   * @returns the reason if it can't be refunded, else null
   */
  refundThere(orderNo: string, amount?: number): string | null;
  /** Restores a paid charge from an earlier process. */
  recall(charge: Recalled): void;
  /** Makes bills not match their checksums from now on, or match again. */
  spoilBills(on: boolean): void;
  /** Sends refund notifications automatically after so many milliseconds; before the first call, tests send them. */
  announceRefunds(after: number): void;
  /** Sets the status of a charge's last refund; requested refunds are pending until then. */
  endRefund(orderNo: string, status: RefundStatus): void;
  /**
   * Sends the notification of a charge's last refund, with its status or the given event, or a forged one.
   * @returns as `notify` does
   */
  notifyRefund(orderNo: string, how?: { event?: RefundEvent; forgery?: PayForgery }): Promise<number>;
};

/** Paid charge with its refunds. */
export type Recalled = Pick<
  FakeCharge,
  "orderNo" | "description" | "amount" | "channel" | "createdAt" | "expiresAt"
> & {
  paidAt: string;
  transactionId: string;
  notifyUrl: string;
  refunds: readonly Pick<FakeRefund, "no" | "amount" | "at" | "status">[];
};

/** A charge with data known only to WeChat Pay. */
export type KeptCharge = Omit<FakeCharge, "refunds"> & {
  parameters: string;
  prepayId: string;
  transactionId: string;
  notificationId: string;
  notifyUrl: string;
  refunds: FakeRefund[];
};

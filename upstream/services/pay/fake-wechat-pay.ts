import { randomBytes } from "node:crypto";
import { createFaults } from "#upstream/services/external/faults";
import type { Fetch } from "#upstream/services/external/request-external";
import type { FakeWechatPay, KeptCharge } from "./fake-charge";
import type { FakePayAccount } from "./fake-pay-account";
import { createFakeBills } from "./fake-pay-bills";
import { createNotificationSender } from "./fake-pay-notifications";
import { addRefund, type FakeRefund, leftOf, refundEventOf, refundNoticeOf } from "./fake-pay-refunds";
import { createFakePayReplies, transactionOf } from "./fake-pay-replies";

/**
 * Creates a fake WeChat Pay: verifies request signatures, enforces the rules for order numbers, signs its replies, and
 * encrypts, signs and repeats its notifications until they are accepted. For the demo and tests only.
 */
export function createFakeWechatPay(
  account: FakePayAccount,
  { clock, deliver, hurry }: { clock: () => Date; deliver: Fetch; hurry: number },
): FakeWechatPay {
  const charges = new Map<string, KeptCharge>();
  const faults = createFaults();
  const notifications = createNotificationSender({ account, clock, deliver, hurry });
  const bills = createFakeBills(account.ours, { clock, charges: () => charges.values() });
  const reply = createFakePayReplies({ account, clock, charges }, { bills, faults, refundAccepted });
  let refundNoticeAfter: number | null = null;

  function refundAccepted(charge: KeptCharge, refund: FakeRefund): void {
    if (refundNoticeAfter === null) return;
    const announce = () => void notifications.announce(notificationOfRefund(charge, refund), note(charge));
    setTimeout(announce, refundNoticeAfter).unref();
  }
  /** Notification that a charge was paid, even if it was not, for forged ones. */
  const notificationOf = (charge: KeptCharge) => ({
    id: charge.notificationId,
    notifyUrl: charge.notifyUrl,
    event: "TRANSACTION.SUCCESS",
    about: transactionOf(account, { ...charge, state: "SUCCESS", paidAt: charge.paidAt ?? clock().toISOString() }),
  });
  const notificationOfRefund = (charge: KeptCharge, refund: FakeRefund, event = refundEventOf(refund.status)) =>
    refundNoticeOf(charge, refund, { event, mchId: account.ours.mchId, at: clock() });
  const note = (charge: KeptCharge) => (status: number) =>
    void charge.noticed.push({ at: clock().toISOString(), status });

  return {
    fetch: (request) => faults.around(request, () => reply(request)),
    faults,
    charges: () => [...charges.values()].reverse(),

    pay(orderNo, { after = 0, quietly = false, anyway = false } = {}) {
      const charge = charges.get(orderNo);
      if (!charge) return "没有这个订单";
      if (charge.state === "SUCCESS" || charge.state === "REFUND") return "订单已支付";
      if (charge.state === "CLOSED" && !anyway) return "订单已关闭";
      if (Date.parse(charge.expiresAt) <= clock().getTime() && !anyway) return "订单已过支付时间";
      charge.state = "SUCCESS";
      charge.paidAt = clock().toISOString();
      const announce = () => void notifications.announce(notificationOf(charge), note(charge));
      if (!quietly) setTimeout(announce, after).unref();
      return null;
    },

    async notify(orderNo, forgery) {
      const charge = charges.get(orderNo);
      if (!charge || !(charge.paidAt || forgery)) return 0;
      const status = await notifications.send(notificationOf(charge), forgery);
      note(charge)(status);
      return status;
    },

    refundThere(orderNo, amount) {
      const charge = charges.get(orderNo);
      if (charge?.state !== "SUCCESS" && charge?.state !== "REFUND") return "没有付过款";
      const back = Math.min(amount ?? charge.amount, leftOf(charge));
      if (back <= 0) return "已经全部退回";
      addRefund(charge, { no: randomBytes(8).toString("hex"), amount: back, at: clock().toISOString() });
      return null;
    },

    recall({ refunds, ...paid }) {
      const charge: KeptCharge = {
        ...paid,
        state: "SUCCESS",
        codeUrl: null,
        noticed: [],
        parameters: "",
        prepayId: "",
        refunds: [],
        notificationId: randomBytes(16).toString("hex"),
      };
      charges.set(charge.orderNo, charge);
      for (const { status, ...refund } of refunds) addRefund(charge, refund, status);
    },

    spoilBills: bills.spoil,

    announceRefunds(after) {
      refundNoticeAfter = after;
    },

    endRefund(orderNo, status) {
      const refund = charges.get(orderNo)?.refunds.at(-1);
      if (refund) refund.status = status;
    },

    async notifyRefund(orderNo, { event, forgery } = {}) {
      const charge = charges.get(orderNo);
      const refund = charge?.refunds.at(-1);
      if (!charge || !refund) return 0;
      const status = await notifications.send(notificationOfRefund(charge, refund, event), forgery);
      note(charge)(status);
      return status;
    },
  };
}

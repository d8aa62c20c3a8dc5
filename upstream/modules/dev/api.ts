import { devApi, type RefundAct } from "#app/contract/site/dev";
import { found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { transact } from "#upstream/db/transact";
import { sendWeekly } from "#upstream/modules/outside/send-weekly";
import { tellOutside } from "#upstream/modules/outside/tell";
import { createRedeemCodes } from "#upstream/modules/zhiku/order/redeem-code";
import { offersOnSale } from "#upstream/modules/zhiku/rights/offers";
import type { Fault } from "#upstream/services/external/faults";
import type { FakeWechatPay } from "#upstream/services/pay/fake-charge";

/** Maximum number of payments on the page. */
const SHOWN_MAX = 30;
/** Delay of a notification in milliseconds. */
const NOTICE_DELAY = 10_000;
const KINDS: readonly string[] = ["delay", "lost", "error", "garbage"];

/** Inboxes and switches of the fakes. Outside the demo: NOT_FOUND. */
export const dev = implement(devApi, {
  inbox: async (_, { fakes }) => [...found(fakes).sms.inbox()],

  mailInbox: async (_, { fakes }) =>
    found(fakes)
      .mail.inbox()
      .map(({ to, subject, text, headers, receivedAt }) => {
        const unsubscribe = /^<(.*)>$/.exec(headers["list-unsubscribe"] ?? "")?.[1] ?? "";
        return { to, subject, text, unsubscribe, receivedAt };
      }),

  wechatInbox: async (_, { fakes }) => [...found(fakes).wechat.messages()],

  async sendLetters({ body: { what } }, call) {
    found(call.fakes);
    if (what === "weekly") await sendWeekly(call, call.clock());
    else await tellOutside(call, 0);
    return null;
  },

  async faults(_, { fakes }) {
    const faults = Object.entries(found(fakes)).map(([service, fake]) => [service, nameOf(fake.faults.current())]);
    return Object.fromEntries(faults);
  },

  charges: async (_, { fakes }) =>
    found(fakes)
      .pay.charges()
      .slice(0, SHOWN_MAX)
      .map(({ orderNo, description, amount, channel, state, codeUrl, createdAt, expiresAt, paidAt, ...more }) => ({
        orderNo,
        description,
        amount,
        channel,
        state,
        codeUrl,
        createdAt,
        expiresAt,
        paidAt,
        noticed: [...more.noticed],
        refunds: more.refunds.map(({ no, amount, status }) => ({ no, amount, status })),
      })),

  async payCharge({ body: { orderNo, act } }, { fakes }) {
    const how = { pay: {}, later: { after: NOTICE_DELAY }, quietly: { quietly: true }, anyway: { anyway: true } };
    return { refusal: found(fakes).pay.pay(orderNo, how[act]) };
  },

  async notifyCharge({ body: { orderNo, times, forgery } }, { fakes }) {
    const { pay } = found(fakes);
    return { answers: await Promise.all(Array.from({ length: times }, () => pay.notify(orderNo, forgery))) };
  },

  refundCharge: ({ body: { orderNo, act } }, { fakes }) => refundThere(found(fakes).pay, orderNo, act),

  async redeemCode(_, call) {
    found(call.fakes);
    const offer = found((await offersOnSale(call, undefined))[0]);
    const wanted = { offerId: offer.id, count: 1, expiresAt: null };
    const [code = ""] = await transact(call.db, (trx) => createRedeemCodes(trx, wanted));
    return { code, offerName: offer.name };
  },

  wechatPage: async ({ query }, { fakes }) => found(fakes).wechat.page(query),

  async setFault({ body: { service, fault } }, { fakes }) {
    found(fakes)[service].faults.set(fault === null || fault === "" ? null : parseFault(fault));
    return null;
  },
});

const ENDS = { abnormal: "ABNORMAL", closed: "CLOSED", arrived: "SUCCESS" } as const;

async function refundThere(pay: FakeWechatPay, orderNo: string, act: RefundAct) {
  const charge = pay.charges().find((one) => one.orderNo === orderNo);
  const told = async () => ({ refusal: null, answers: [await pay.notifyRefund(orderNo)] });
  if (act === "refund" || act === "part" || act === "refund-quietly") {
    const amount = act === "part" && charge ? Math.ceil(charge.amount / 4) : undefined;
    const refusal = pay.refundThere(orderNo, amount);
    return refusal === null && act !== "refund-quietly" ? told() : { refusal, answers: [] };
  }
  if (!charge?.refunds.length) return { refusal: "还没有退款", answers: [] };
  if (act !== "refund-notice") pay.endRefund(orderNo, ENDS[act]);
  return told();
}

const nameOf = (fault: Fault | null): string | null => (fault?.kind === "code" ? fault.code : (fault?.kind ?? null));

function parseFault(name: string): Fault {
  return KINDS.includes(name) ? { kind: name as "delay" } : { kind: "code", code: name };
}

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { notificationApi } from "#app/contract/notification/notification";
import { accountApi } from "#app/contract/people/account";
import { devApi } from "#app/contract/site/dev";
import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { UPSTREAM_EVENTS } from "#log/upstream-events";
import { DAY } from "#runtime/time-units";
import { sentCode } from "#tests/upstream/support/sms-codes";
import { noteFailedLateRefund } from "#upstream/modules/zhiku/order/refund-late";
import { sweepOrders } from "#upstream/modules/zhiku/order/sweep-orders";
import { notifyEndingRights } from "#upstream/modules/zhiku/rights/notify-ending";
import { type Pay, PayError } from "#upstream/services/pay/pay";
import { ASK_AFTER, createShop, PAYABLE_FOR, type Shop } from "./order-world";
import { addProfessional } from "./professional";

let shop: Shop;
let year: number;
let buyers = 0;
let buyer: number;
let errors: string[] = [];

beforeAll(async () => {
  shop = await createShop();
  year = await shop.addOffer();
});
beforeEach(async () => {
  buyer = await addProfessional(shop.upstream, "买家", `151${String(++buyers).padStart(8, "0")}`);
  errors = [];
  shop.upstream.services.note = (event) => void (UPSTREAM_EVENTS[event].level === "error" && errors.push(event));
});
afterEach(() => shop.pay.faults.set(null));
afterAll(() => shop.upstream.close());

const sweep = () => sweepOrders(shop.upstream.services);
const rowOf = (orderNo: string) =>
  shop.upstream.services.db
    .selectFrom("zhiku_orders")
    .selectAll()
    .where("order_no", "=", orderNo)
    .executeTakeFirstOrThrow();
const fault = (name: string | null) => shop.upstream.call(devApi.setFault, { body: { service: "pay", fault: name } });

describe("a refund at WeChat Pay's own pages", () => {
  const told = async () =>
    (await shop.upstream.call(notificationApi.systemMessageList, { query: {} }, { as: buyer })).list
      .map(({ title }) => title)
      .filter((title) => !title.endsWith("已付款并开通"));
  const bought = async () => {
    const { orderNo } = await shop.order(buyer, year);
    shop.pay.pay(orderNo, { quietly: true });
    await shop.pay.notify(orderNo);
    shop.wait(1_000);
    return orderNo;
  };
  const ended = async () => (await shop.rightsOf(buyer)).every(({ until_at }) => until_at <= shop.now().toISOString());

  test("is processed by its notification: the order is refunded, its right ends, and its owner is notified once", async () => {
    const orderNo = await bought();
    shop.pay.refundThere(orderNo);
    expect(await ended()).toBe(false);
    expect(await Promise.all([shop.pay.notifyRefund(orderNo), shop.pay.notifyRefund(orderNo)])).toEqual([200, 200]);
    expect(await shop.pay.notifyRefund(orderNo)).toBe(200);
    expect(await shop.pay.notify(orderNo), "the payment's own notice, late").toBe(200);
    expect(await rowOf(orderNo)).toMatchObject({ state: "refunded", refunded_at: shop.now().toISOString() });
    expect(await ended()).toBe(true);
    expect(await told()).toEqual(["订单「全库一年」已退款 ¥199.00，它带来的权益随之结束"]);
    expect(await shop.stateOf(buyer, orderNo)).toBe("refunded");
  });

  test("of a part ends the right as well, and says the amount", async () => {
    const orderNo = await bought();
    shop.pay.refundThere(orderNo, 9_950);
    expect(await shop.pay.notifyRefund(orderNo)).toBe(200);
    expect(await rowOf(orderNo)).toMatchObject({ state: "refunded" });
    expect(await ended()).toBe(true);
    expect(await told()).toEqual(["订单「全库一年」已退款 ¥99.50，它带来的权益随之结束"]);
  });

  const refundOf = async (orderNo: string) =>
    (await shop.upstream.call(zhikuOrderApi.list, { query: { orderNo } }, { as: buyer })).list[0]?.refund;

  /** An order that was closed, then paid, and for which WeChat Pay accepted our refund, unless `notify` is false. */
  const paidLate = async ({ notify = true } = {}) => {
    const { orderNo } = await shop.order(buyer, year);
    shop.wait(PAYABLE_FOR + 1_000);
    await sweep();
    shop.pay.pay(orderNo, { quietly: true, anyway: true });
    if (notify) await shop.pay.notify(orderNo);
    return orderNo;
  };
  const closedThere = async (orderNo: string) => {
    shop.pay.endRefund(orderNo, "CLOSED");
    expect(await shop.pay.notifyRefund(orderNo, { event: "REFUND.CLOSED" })).toBe(200);
  };
  /** Runs with a WeChat Pay some of whose calls are replaced. */
  const withPay = async (changed: Partial<Pay>, run: () => Promise<unknown>) => {
    const { services } = shop.upstream;
    const { pay } = services;
    if (!pay) throw new Error("no WeChat Pay");
    services.pay = { ...pay, ...changed };
    await run().finally(() => {
      services.pay = pay;
    });
  };
  const refundsThere = (orderNo: string) =>
    shop.pay
      .charges()
      .filter((charge) => charge.orderNo === orderNo)
      .flatMap(({ refunds }) => refunds.map(({ no, amount }) => [no, amount]));
  const refuse = () => Promise.reject(new PayError("refused", "HTTP 403 NOT_ENOUGH", "NOT_ENOUGH"));

  test("is shown with its amount, that of several parts together, each notified more than once", async () => {
    const orderNo = await bought();
    expect(await refundOf(orderNo)).toBeNull();
    shop.pay.refundThere(orderNo, 500);
    await Promise.all([shop.pay.notifyRefund(orderNo), shop.pay.notifyRefund(orderNo)]);
    expect(await refundOf(orderNo)).toEqual({ done: true, amount: 500 });
    shop.pay.refundThere(orderNo, 1_000);
    await shop.pay.notifyRefund(orderNo);
    await shop.pay.notifyRefund(orderNo);
    expect(await refundOf(orderNo)).toEqual({ done: true, amount: 1_500 });
  });

  test("whose notification is lost has no known amount", async () => {
    const orderNo = await bought();
    shop.pay.refundThere(orderNo, 500);
    shop.wait(7 * 60 * 60_000);
    await sweep();
    expect(await refundOf(orderNo)).toEqual({ done: true, amount: null });
  });

  test("of a payment that came too late is shown as on its way until WeChat Pay has taken it", async () => {
    const { orderNo } = await shop.order(buyer, year);
    shop.wait(PAYABLE_FOR + 1_000);
    await sweep();
    await fault("NOT_ENOUGH");
    shop.pay.pay(orderNo, { quietly: true, anyway: true });
    await shop.pay.notify(orderNo);
    expect(await refundOf(orderNo)).toEqual({ done: false, amount: 19_900 });
    await fault(null);
    await sweep();
    expect(await refundOf(orderNo)).toEqual({ done: true, amount: 19_900 });
  });

  test("of a late payment that can't be delivered is outstanding until it arrives", async () => {
    const orderNo = await paidLate();
    expect(await refundOf(orderNo)).toEqual({ done: true, amount: 19_900 });
    shop.pay.endRefund(orderNo, "ABNORMAL");
    expect(await shop.pay.notifyRefund(orderNo, { event: "REFUND.ABNORMAL" })).toBe(200);
    expect(await refundOf(orderNo)).toEqual({ done: false, amount: 19_900 });
    await sweep();
    expect(await refundOf(orderNo), "asked for again").toEqual({ done: false, amount: 19_900 });
    expect(errors.filter((event) => event !== "payment_late")).toEqual(["refund_abnormal", "refund_failed"]);
    shop.pay.endRefund(orderNo, "SUCCESS");
    expect(await shop.pay.notifyRefund(orderNo)).toBe(200);
    expect(await refundOf(orderNo)).toEqual({ done: true, amount: 19_900 });
    expect(refundsThere(orderNo)).toEqual([[`R${orderNo}`, 19_900]]);
  });

  test("of a late payment that WeChat Pay closes is requested with another number, a few times", async () => {
    const orderNo = await paidLate();
    for (const attempt of [2, 3, 4, 5]) {
      await closedThere(orderNo);
      expect(await refundOf(orderNo)).toEqual({ done: false, amount: 19_900 });
      await Promise.all([sweep(), sweep()]);
      expect(await refundOf(orderNo)).toEqual({ done: true, amount: 19_900 });
      expect(refundsThere(orderNo).at(-1)).toEqual([`R${orderNo}-${attempt}`, 19_900]);
      // The end of an earlier one, reported again.
      const earlier = await shop.upstream.services.pay?.queryRefund(`R${orderNo}`);
      if (earlier) expect(await noteFailedLateRefund(shop.upstream.services, earlier)).toBe(false);
    }
    await closedThere(orderNo);
    errors = [];
    for (const _ of [1, 2, 3]) await sweep();
    expect(refundsThere(orderNo)).toHaveLength(5);
    expect(await refundOf(orderNo)).toEqual({ done: false, amount: 19_900 });
    expect(errors).toEqual(["refund_failed", "refund_failed", "refund_failed"]);
    shop.pay.refundThere(orderNo);
    await shop.pay.notifyRefund(orderNo);
    expect(await refundOf(orderNo), "by the merchant").toEqual({ done: true, amount: 19_900 });
  });

  test("of a late payment whose closing was not notified is noticed when it is requested again", async () => {
    const orderNo = await paidLate({ notify: false });
    const { pay } = shop.upstream.services;
    await pay?.refund({ orderNo, refundNo: `R${orderNo}`, amount: 19_900, reason: "订单已关闭" });
    shop.pay.endRefund(orderNo, "CLOSED");
    await shop.pay.notify(orderNo);
    expect(await refundOf(orderNo)).toEqual({ done: true, amount: 19_900 });
    expect(refundsThere(orderNo).map(([no]) => no)).toEqual([`R${orderNo}`, `R${orderNo}-2`]);
  });

  test("of a late payment that WeChat Pay closes stays outstanding while the next one is refused", async () => {
    const orderNo = await paidLate();
    await closedThere(orderNo);
    await withPay({ refund: refuse }, sweep);
    expect(await refundOf(orderNo)).toEqual({ done: false, amount: 19_900 });
    expect(errors).toContain("refund_failed");
  });

  test("of a part of a late payment leaves the rest outstanding until that is refunded, too", async () => {
    const orderNo = await paidLate({ notify: false });
    shop.pay.refundThere(orderNo, 5_000);
    for (const _ of ["once", "twice"]) expect(await shop.pay.notifyRefund(orderNo)).toBe(200);
    expect(await refundOf(orderNo)).toEqual({ done: false, amount: 19_900 });
    expect(await told()).toEqual([]);
    await sweep();
    expect(refundsThere(orderNo).slice(1)).toEqual([[`R${orderNo}`, 14_900]]);
    expect(await shop.pay.notifyRefund(orderNo)).toBe(200);
    expect(await refundOf(orderNo)).toEqual({ done: true, amount: 19_900 });
    expect(await told()).toHaveLength(1);
  });

  test("of a late payment in parts is complete when they reach its amount", async () => {
    const orderNo = await paidLate();
    await closedThere(orderNo);
    for (const [part, done] of [
      [9_900, false],
      [10_000, true],
    ] as const) {
      shop.pay.refundThere(orderNo, part);
      await withPay({ refund: refuse }, async () => {
        expect(await shop.pay.notifyRefund(orderNo)).toBe(200);
        await sweep();
      });
      expect(await refundOf(orderNo)).toEqual({ done, amount: 19_900 });
    }
    const closed = await shop.upstream.services.pay?.queryRefund(`R${orderNo}`);
    if (closed) await noteFailedLateRefund(shop.upstream.services, closed);
    expect(await refundOf(orderNo), "reported late").toEqual({ done: true, amount: 19_900 });
  });

  test("of a part of a late payment that was first taken for the whole is completed", async () => {
    const orderNo = await paidLate({ notify: false });
    shop.pay.refundThere(orderNo, 5_000);
    await shop.pay.notify(orderNo);
    expect(await refundOf(orderNo)).toEqual({ done: true, amount: 19_900 });
    await shop.pay.notifyRefund(orderNo);
    expect(await refundOf(orderNo)).toEqual({ done: false, amount: 19_900 });
    await sweep();
    expect(refundsThere(orderNo).map(([, amount]) => amount)).toEqual([5_000, 14_900]);
    expect(await refundOf(orderNo)).toEqual({ done: true, amount: 19_900 });
  });

  test("does not take away that its owner is told of the end of the right before", async () => {
    const first = await shop.order(buyer, year);
    shop.pay.pay(first.orderNo, { quietly: true });
    await shop.pay.notify(first.orderNo);
    shop.wait(360 * DAY);
    const next = await bought();
    await notifyEndingRights(shop.upstream.services);
    expect((await told()).filter((title) => title.includes("到期"))).toEqual([]);
    shop.pay.refundThere(next);
    await shop.pay.notifyRefund(next);
    await notifyEndingRights(shop.upstream.services);
    await notifyEndingRights(shop.upstream.services);
    expect((await told()).filter((title) => title.includes("到期"))).toHaveLength(1);
  });

  test.each(["REFUND.ABNORMAL", "REFUND.CLOSED"] as const)("that ends in %s changes nothing", async (event) => {
    const orderNo = await bought();
    shop.pay.refundThere(orderNo);
    expect(await shop.pay.notifyRefund(orderNo, { event })).toBe(200);
    expect((await rowOf(orderNo)).state).toBe("paid");
    expect(await ended()).toBe(false);
    const said = event === "REFUND.ABNORMAL" ? ["refund_abnormal"] : [];
    expect(errors).toEqual(said);
  });

  test.each([
    ["unsigned", 401],
    ["byte", 401],
    ["old", 401],
    ["key", 401],
    ["mchid", 401],
    ["amount", 400],
    ["order", 404],
  ] as const)("that is forged (%s) gets the status %i and changes nothing", async (forgery, status) => {
    const orderNo = await bought();
    shop.pay.refundThere(orderNo);
    expect(await shop.pay.notifyRefund(orderNo, { forgery })).toBe(status);
    expect((await rowOf(orderNo)).state).toBe("paid");
    expect(await ended()).toBe(false);
  });

  test("leaves no gap before the right of an order that is paid at the same moment", async () => {
    const first = await bought();
    shop.pay.refundThere(first);
    const more = await Promise.all(Array.from({ length: 3 }, () => shop.order(buyer, year)));
    for (const { orderNo } of more) shop.pay.pay(orderNo, { quietly: true });
    const notices = more.map(({ orderNo }) => shop.pay.notify(orderNo));
    expect(await Promise.all([...notices, shop.pay.notifyRefund(first)])).toEqual([200, 200, 200, 200]);
    const rights = (await shop.rightsOf(buyer)).slice(1).sort((a, b) => (a.from_at < b.from_at ? -1 : 1));
    let end = shop.now().toISOString();
    for (const { from_at, until_at } of rights) {
      expect(from_at).toBe(end);
      end = until_at;
    }
  });

  test("whose notification is lost is found by the sweep within six hours, for seven days, in few queries", async () => {
    const orderNo = await bought();
    const { services } = shop.upstream;
    const asked: string[] = [];
    const { pay } = services;
    if (!pay) throw new Error("no WeChat Pay");
    services.pay = {
      ...pay,
      query(one) {
        asked.push(one);
        return pay.query(one);
      },
    };
    const times = () => asked.filter((one) => one === orderNo).length;
    for (let hours = 0; hours < 8 * 24; hours += 2) {
      shop.wait(2 * 60 * 60_000);
      await Promise.all([sweep(), sweep()]);
    }
    expect(times()).toBeGreaterThan(20);
    expect(times()).toBeLessThanOrEqual(28);
    asked.length = 0;
    const second = await bought();
    shop.pay.refundThere(second);
    shop.wait(6 * 60 * 60_000);
    await Promise.all([sweep(), sweep()]);
    expect(asked).toEqual([second]);
    expect((await rowOf(second)).state).toBe("refunded");
    expect((await rowOf(orderNo)).state).toBe("paid");
    expect(await told()).toEqual(["订单「全库一年」已退款，它带来的权益随之结束"]);
    services.pay = pay;
  });

  test("of a late payment is found even if our own refund was refused", async () => {
    const { orderNo } = await shop.order(buyer, year);
    shop.wait(PAYABLE_FOR);
    await sweep();
    shop.pay.pay(orderNo, { quietly: true, anyway: true });
    shop.pay.refundThere(orderNo);
    await shop.pay.notify(orderNo);
    expect(await rowOf(orderNo)).toMatchObject({ state: "closed", refunded_at: shop.now().toISOString() });
    expect(await told()).toHaveLength(1);
  });
});

describe("closing an account", () => {
  const close = async (as: number, phone: string) => {
    const code = await sentCode(shop.upstream, phone, "close-account", as);
    return shop.upstream.call(accountApi.close, { body: { code } }, { as });
  };
  const member = async (phone: string) => addProfessional(shop.upstream, "要走的人", phone);

  test("closes pending orders, at WeChat Pay too, and nobody can pay them any more", async () => {
    const as = await member("13712340001");
    const { orderNo } = await shop.order(as, year);
    await close(as, "13712340001");
    expect(await rowOf(orderNo)).toMatchObject({ state: "closed" });
    expect(shop.pay.pay(orderNo)).toBe("订单已关闭");
  });

  test("leaves orders that can't be closed now to the sweep, and refunds those that were paid by then", async () => {
    const as = await member("13712340002");
    const [later, paying] = [await shop.order(as, year), await shop.order(as, year)];
    await fault("error");
    await close(as, "13712340002");
    expect(errors).toContain("order_close_failed");
    await fault(null);
    shop.pay.pay(paying.orderNo, { quietly: true });
    expect(await shop.pay.notify(paying.orderNo)).toBe(200);
    shop.wait(ASK_AFTER);
    await sweep();
    for (const { orderNo } of [later, paying]) expect((await rowOf(orderNo)).state).toBe("closed");
    expect((await rowOf(paying.orderNo)).refunded_at).not.toBeNull();
    expect(await shop.rightsOf(as)).toEqual([]);
  });
});

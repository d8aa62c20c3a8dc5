import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { notificationApi } from "#app/contract/notification/notification";
import { devApi } from "#app/contract/site/dev";
import { zhikuCancelOrderApi } from "#app/contract/zhiku/cancel-order";
import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { zhikuRightsApi } from "#app/contract/zhiku/rights";
import { UPSTREAM_EVENTS } from "#log/upstream-events";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { transact } from "#upstream/db/transact";
import { bump } from "#upstream/db/versions";
import { CATEGORIES_KEY } from "#upstream/modules/zhiku/category/tree";
import { sweepOrders } from "#upstream/modules/zhiku/order/sweep-orders";
import { putZhikuProfile, reviewZhikuProfile } from "#upstream/modules/zhiku/profile/write";
import { PayError } from "#upstream/services/pay/pay";
import { ASK_AFTER, createShop, NOTIFY_PATH, PAYABLE_FOR, type Shop } from "./order-world";
import { addProfessional } from "./professional";

const DAY = 24 * 3_600_000;
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
  await shop.upstream.services.db.deleteFrom("rate_limits").execute();
  buyer = await addProfessional(shop.upstream, "买家", `150${String(++buyers).padStart(8, "0")}`);
  errors = [];
  shop.upstream.services.note = (event) => void (UPSTREAM_EVENTS[event].level === "error" && errors.push(event));
});
afterEach(() => shop.pay.faults.set(null));
afterAll(() => shop.upstream.close());

const create = (body: Record<string, unknown>, as = buyer) =>
  shop.upstream.call(zhikuOrderApi.create, { body: { channel: "native", offerId: year, ...body } as never }, { as });
const newId = () => ({ requestId: randomUUID() });
const sweep = () => sweepOrders(shop.upstream.services);
const rowOf = (orderNo: string) =>
  shop.upstream.services.db
    .selectFrom("zhiku_orders")
    .selectAll()
    .where("order_no", "=", orderNo)
    .executeTakeFirstOrThrow();
const fault = (name: string | null) => shop.upstream.call(devApi.setFault, { body: { service: "pay", fault: name } });
async function paid(offerId = year) {
  const { orderNo } = await shop.order(buyer, offerId);
  expect(shop.pay.pay(orderNo, { quietly: true })).toBeNull();
  return orderNo;
}

describe("an offer", () => {
  test("is listed while it is on sale, and for a category if it opens that category", async () => {
    const { growth, retention, finance } = shop.categories;
    const inGrowth = await shop.addOffer({ name: "增长", categoryId: growth, position: 2 });
    const inFinance = await shop.addOffer({ name: "财务", categoryId: finance, position: 1 });
    await shop.addOffer({ name: "停售", onSale: false });
    const ids = async (categoryId?: number) =>
      (await shop.upstream.call(zhikuRightsApi.list, { query: { categoryId } })).map(({ id }) => id);
    expect(await ids()).toEqual([year, inFinance, inGrowth]);
    expect(await ids(retention)).toEqual([year, inGrowth]);
    expect(await ids(finance)).toEqual([year, inFinance]);
    expect(await ids(9999)).toEqual([year]);
    const [, second] = await shop.upstream.call(zhikuRightsApi.list, {});
    expect(second).toEqual({
      id: inFinance,
      name: "财务",
      description: "",
      price: 19_900,
      days: 365,
      category: { id: finance, name: "财务" },
    });
  });

  test("has a price and a duration", async () => {
    for (const wrong of [{ price: 0 }, { price: 1.5 }, { days: 0 }]) {
      await expect(shop.addOffer(wrong)).rejects.toThrow("an offer of");
    }
  });
});

describe("an order", () => {
  test("has the offer's price, a number, half an hour to be paid, and a QR code", async () => {
    const { order, payment } = await create({ ...newId(), amount: 1, price: 1 });
    expect(order).toMatchObject({
      orderNo: expect.stringMatching(/^20260301\d{14}$/),
      offer: { id: year, name: "全库一年" },
      amount: 19_900,
      channel: "native",
      state: "pending",
      createdAt: shop.now().toISOString(),
      paidAt: null,
      expiresAt: new Date(shop.now().getTime() + PAYABLE_FOR).toISOString(),
    });
    const charge = shop.pay.charges()[0];
    expect(charge).toMatchObject({ orderNo: order.orderNo, amount: 19_900, description: "全库一年" });
    expect(payment).toEqual({ channel: "native", codeUrl: charge?.codeUrl });
  });

  test("is created once by a form, however often it is submitted", async () => {
    const id = newId();
    const answers = await Promise.all([create(id), create(id), create(id)]);
    expect(await create(id)).toEqual(answers[0]);
    expect(new Set(answers.map(({ order }) => order.orderNo)).size).toBe(1);
    expect(new Set(answers.map(({ payment }) => JSON.stringify(payment))).size).toBe(1);
    const other = await shop.addOffer({ name: "别的", position: 9 });
    expect(await codeOf(create({ ...id, offerId: other }))).toBe("ALREADY_SUBMITTED");
    const stranger = await addProfessional(shop.upstream, "别人");
    expect((await create(id, stranger)).order.orderNo).not.toBe(answers[0]?.order.orderNo);
  });

  test("is the open one if the same is bought again, as in a second tab, so that nobody pays twice", async () => {
    const offerId = await shop.addOffer({ name: "再点一次", price: 100, position: 9 });
    const answers = await Promise.all([1, 2, 3].map(() => create({ ...newId(), offerId })));
    const [first] = answers;
    expect(new Set(answers.map(({ order }) => order.orderNo)).size).toBe(1);
    expect(first?.payment).not.toBeNull();
    const { orderNo = "" } = first?.order ?? {};
    // A few minutes before its end there is not enough time to pay it.
    shop.wait(PAYABLE_FOR - 6 * 60_000);
    expect((await create({ ...newId(), offerId })).order.orderNo).toBe(orderNo);
    shop.wait(60_000);
    const next = await create({ ...newId(), offerId });
    expect(next.order.orderNo).not.toBe(orderNo);
    shop.pay.pay(next.order.orderNo, { quietly: true });
    await shop.pay.notify(next.order.orderNo);
    expect((await create({ ...newId(), offerId })).order).toMatchObject({ state: "pending" });
  });

  test("keeps the price at which it was created", async () => {
    const offerId = await shop.addOffer({ name: "涨价前", price: 100, position: 9 });
    const id = newId();
    await create({ ...id, offerId });
    await shop.upstream.services.db.updateTable("zhiku_offers").set({ price: 200 }).where("id", "=", offerId).execute();
    expect((await create({ ...id, offerId })).order.amount).toBe(100);
    expect((await create({ ...newId(), offerId })).order.amount).toBe(200);
  });

  test("is not created at another price or for other days than its buyer saw", async () => {
    const offerId = await shop.addOffer({ name: "看着的时候改", price: 100, days: 30, position: 9 });
    const id = newId();
    for (const seen of [
      { price: 90, days: 30 },
      { price: 100, days: 365 },
    ])
      expect(await codeOf(create({ ...id, offerId, seen }))).toBe("CONFLICT");
    expect((await create({ ...id, offerId, seen: { price: 100, days: 30 } })).order.amount).toBe(100);
    await shop.upstream.services.db.updateTable("zhiku_offers").set({ price: 200 }).where("id", "=", offerId).execute();
    const again = await create({ ...id, offerId, seen: { price: 100, days: 30 } });
    expect(again.order.amount, "sent again").toBe(100);
  });

  test("is refused for an offer that is not on sale, does not exist, or is malformed", async () => {
    const gone = await shop.addOffer({ onSale: false });
    expect(await codeOf(create({ ...newId(), offerId: gone }))).toBe("NOT_FOUND");
    expect(await codeOf(create({ ...newId(), offerId: 999_999 }))).toBe("NOT_FOUND");
    expect(await codeOf(create({ requestId: "1" }))).toBe("INVALID_PARAMS");
    expect(await codeOf(create({ ...newId(), channel: "cash" }))).toBe("INVALID_PARAMS");
  });

  test("requires a complete profile; otherwise nothing is stored, and WeChat Pay is not called", async () => {
    const empty = await shop.upstream.addUser("没填的");
    const gap = await addProfessional(shop.upstream, "缺一项的");
    const refused = await addProfessional(shop.upstream, "被退回的");
    const { db } = shop.upstream.services;
    await db.updateTable("zhiku_profiles").set({ department: " " }).where("user_id", "=", gap).execute();
    await reviewZhikuProfile(db, shop.upstream.services, refused, { rejected: true, reason: "公司名称有误" });
    const charges = shop.pay.charges().length;
    const gone = await shop.addOffer({ onSale: false });
    for (const as of [empty, gap, refused]) {
      expect(await codeOf(create(newId(), as))).toBe("USER_INFO_INCOMPLETE");
      // The payer's code is valid once, and is not consumed.
      const inWechat = { ...newId(), channel: "jsapi", weixinCode: "never-given" };
      expect(await codeOf(create(inWechat, as))).toBe("USER_INFO_INCOMPLETE");
      expect(await codeOf(create({ ...newId(), offerId: gone }, as)), "nothing to fill it in for").toBe("NOT_FOUND");
      const { total } = await shop.upstream.call(zhikuOrderApi.list, { query: {} }, { as });
      expect(total).toBe(0);
    }
    expect(shop.pay.charges()).toHaveLength(charges);
    const id = newId();
    await putZhikuProfile(db, shop.upstream.services, refused, {
      name: "林",
      company: "改好的公司",
      department: "产品",
      position: "经理",
      email: "a@b.cn",
      phone: "13600000000",
    });
    const made = await create(id, refused);
    await reviewZhikuProfile(db, shop.upstream.services, refused, { rejected: true, reason: "公司名称有误" });
    expect((await create(id, refused)).order, "made before it was refused").toEqual(made.order);
  });

  test("by a redeem code requires no profile, because no money is paid", async () => {
    const as = await shop.upstream.addUser("没填的");
    const [code = ""] = await shop.addCodes(year);
    const { order } = await shop.upstream.call(zhikuOrderApi.create, { body: { channel: "redeem", code } }, { as });
    expect(order.state).toBe("paid");
    expect(await shop.rightsOf(as)).toHaveLength(1);
  });

  test("by a code for a hidden category is refused, and the code works when the category is shown again", async () => {
    const as = await shop.upstream.addUser("来早了的");
    const { db } = shop.upstream.services;
    const { growth } = shop.categories;
    const [code = ""] = await shop.addCodes(await shop.addOffer({ categoryId: growth }));
    const hide = (hidden_at: string | null) =>
      transact(db, async (trx) => {
        await trx.updateTable("zhiku_categories").set({ hidden_at }).where("id", "=", growth).execute();
        await bump(trx, [CATEGORIES_KEY]);
      });
    const redeem = () => shop.upstream.call(zhikuOrderApi.create, { body: { channel: "redeem", code } }, { as });
    await hide("2026-01-01T00:00:00.000Z");
    await expect(redeem()).rejects.toMatchObject({
      data: { fields: { code: "这个兑换码打开的分类暂时没有开放，码没有用掉，请过一阵再来兑换" } },
    });
    expect(await shop.rightsOf(as)).toEqual([]);
    await hide(null);
    const { order } = await redeem();
    await hide("2026-01-01T00:00:00.000Z");
    expect((await redeem()).order, "used before").toEqual(order);
    await hide(null);
  });

  test("is limited", async () => {
    for (let n = 0; n < 6; n += 1) await create(newId());
    expect(await codeOf(create(newId()))).toBe("RATE_LIMITED");
  });

  test.each(["error", "garbage", "lost", "NO_AUTH"])(
    "WeChat Pay with %s is reported, and the order can be retried",
    async (name) => {
      const id = newId();
      await fault(name);
      await expect(create(id)).rejects.toMatchObject({ code: "PAY_FAILED" });
      await fault(null);
      const { order, payment } = await create(id);
      expect(payment).not.toBeNull();
      const rows = await shop.upstream.services.db
        .selectFrom("zhiku_orders")
        .select("order_no")
        .where("user_id", "=", buyer)
        .execute();
      expect(rows).toEqual([{ order_no: order.orderNo }]);
      expect(errors).toEqual(["prepay_failed"]);
    },
  );

  test("includes the payment data when requested by itself, while it can be paid", async () => {
    const { orderNo, codeUrl } = await shop.order(buyer, year);
    const paymentOf = async (query: { orderNo?: string }) =>
      (await shop.upstream.call(zhikuOrderApi.list, { query }, { as: buyer })).list[0]?.payment;
    expect(await paymentOf({ orderNo })).toEqual({ channel: "native", codeUrl });
    expect(await paymentOf({})).toBeNull();
    await expect(
      shop.upstream.call(zhikuOrderApi.list, { query: { orderNo } }, { as: await shop.upstream.addUser("别人") }),
    ).resolves.toMatchObject({ list: [] });
    shop.wait(PAYABLE_FOR);
    expect(await paymentOf({ orderNo })).toBeNull();
  });

  test("that WeChat Pay did not accept is sent again when its page is viewed, at most every five seconds", async () => {
    await fault("error");
    const id = newId();
    expect(await codeOf(create(id))).toBe("PAY_FAILED");
    const look = async () => {
      const all = await shop.upstream.call(zhikuOrderApi.list, { query: {} }, { as: buyer });
      const query = { orderNo: all.list[0]?.orderNo };
      return (await shop.upstream.call(zhikuOrderApi.list, { query }, { as: buyer })).list[0];
    };
    shop.wait(5_000);
    expect(await look()).toMatchObject({ state: "pending", payment: null });
    await fault(null);
    expect(await look(), "asked a moment ago").toMatchObject({ state: "pending", payment: null });
    shop.wait(5_000);
    const codeUrl = expect.stringMatching(/^weixin:/);
    expect(await look()).toMatchObject({ state: "pending", payment: { channel: "native", codeUrl } });
    expect((await create(id)).payment).toEqual((await look())?.payment);
    expect(shop.pay.pay((await look())?.orderNo ?? "")).toBeNull();
  });

  test("is visible only to its buyer", async () => {
    const { orderNo } = await shop.order(buyer, year);
    const stranger = await shop.upstream.addUser("别人");
    expect(await shop.stateOf(stranger, orderNo)).toBe("none");
    expect(await codeOf(shop.upstream.call(zhikuOrderApi.list, {}))).toBe("NOT_LOGIN");
  });

  test("is listed by page and state", async () => {
    const numbers: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const offerId = await shop.addOffer({ name: `第 ${n} 项`, position: 9 });
      numbers.unshift((await shop.order(buyer, offerId)).orderNo);
    }
    shop.pay.pay(numbers[1] ?? "", { quietly: true });
    await shop.pay.notify(numbers[1] ?? "");
    const list = async (query: object) => {
      const { list, total } = await shop.upstream.call(zhikuOrderApi.list, { query }, { as: buyer });
      return [list.map(({ orderNo }) => orderNo), total];
    };
    expect(await list({})).toEqual([numbers, 3]);
    expect(await list({ page: 2, pageSize: 2 })).toEqual([numbers.slice(2), 3]);
    expect(await list({ state: "paid" })).toEqual([[numbers[1]], 1]);
    expect(await list({ state: "refunded" })).toEqual([[], 0]);
    const measured = await shop.upstream.measure(zhikuOrderApi.list, { query: {} }, { as: buyer });
    expect(measured.statements).toBe(2);
  });
});

describe("inside WeChat", () => {
  const agreed = async (openid = "oa-demo-1") => {
    const account = shop.upstream.services.officialAccount;
    const url = new URL(account?.authorizationUrl("http://127.0.0.1:3000/zhiku", "s") ?? "");
    const query = Object.fromEntries(url.searchParams) as never;
    const page = await shop.upstream.call(devApi.wechatPage, { query });
    if (page.kind !== "page") throw new Error(page.message);
    return new URL(page.agree[openid] ?? "").searchParams.get("code") ?? "";
  };

  test("an order is paid by the openid of the code; once it is paid, the next order needs no code", async () => {
    const id = newId();
    expect(await codeOf(create({ ...id, channel: "jsapi" }))).toBe("INVALID_PARAMS");
    const weixinCode = await agreed();
    const first = await create({ ...id, channel: "jsapi", weixinCode });
    expect(first.payment).toMatchObject({
      channel: "jsapi",
      params: { appId: "wx0000000000demo01", signType: "RSA", package: expect.stringMatching(/^prepay_id=wx/) },
    });
    expect((await rowOf(first.order.orderNo)).payer_openid).toBe("oa-demo-1");
    // The code is consumed, and not used again.
    expect((await create({ ...id, channel: "jsapi", weixinCode })).order.orderNo).toBe(first.order.orderNo);
    expect(await codeOf(create({ ...newId(), channel: "jsapi", weixinCode }))).toBe("WECHAT_FAILED");
    // Perhaps it was not paid because it was started with somebody else's WeChat.
    expect(await codeOf(create({ ...newId(), channel: "jsapi" }))).toBe("INVALID_PARAMS");
    expect(shop.upstream.services.fakes?.pay.pay(first.order.orderNo)).toBeNull();
    await expect.poll(async () => (await rowOf(first.order.orderNo)).state).toBe("paid");
    const second = await create({ ...newId(), channel: "jsapi" });
    expect((await rowOf(second.order.orderNo)).payer_openid).toBe("oa-demo-1");
    expect(await codeOf(create({ ...id, channel: "native" }))).toBe("ALREADY_SUBMITTED");
  });

  test("a code from the website's login is refused", async () => {
    const { wechat } = shop.upstream.services;
    const query = Object.fromEntries(new URL(wechat?.authorization("s").pageUrl ?? "").searchParams) as never;
    const page = await shop.upstream.call(devApi.wechatPage, { query });
    const code = new URL(page.kind === "page" ? (page.agree["o-demo-1"] ?? "") : "").searchParams.get("code") ?? "";
    // Another application's: the official account uses its own secret.
    expect(await codeOf(create({ ...newId(), channel: "jsapi", weixinCode: code }))).toBe("WECHAT_FAILED");
  });
});

describe("a payment", () => {
  test("arrives as a notification: the order is paid and its right begins, once", async () => {
    const orderNo = await paid();
    shop.wait(1_000);
    expect(await shop.pay.notify(orderNo)).toBe(200);
    expect(await shop.pay.notify(orderNo)).toBe(200);
    expect(await Promise.all([shop.pay.notify(orderNo), shop.pay.notify(orderNo)])).toEqual([200, 200]);
    const row = await rowOf(orderNo);
    expect(row).toMatchObject({ state: "paid", closed_at: null, transaction_id: expect.stringMatching(/^\d{28}$/) });
    expect(Date.parse(row.paid_at ?? "")).toBe(shop.now().getTime() - 1_000);
    expect(await shop.rightsOf(buyer)).toEqual([
      {
        source: "order",
        category_id: null,
        from_at: shop.now().toISOString(),
        until_at: new Date(shop.now().getTime() + 365 * DAY).toISOString(),
      },
    ]);
    const notices = shop.upstream.services.db
      .selectFrom("zhiku_pay_notices")
      .select("order_no")
      .where("order_no", "=", orderNo);
    expect(await notices.execute()).toHaveLength(1);
    const news = async () =>
      (await shop.upstream.call(notificationApi.systemMessageList, { query: {} }, { as: buyer })).list;
    expect(await news()).toMatchObject([
      {
        title: "你购买的「全库一年」已付款并开通",
        excerpt: expect.stringMatching(/^到 \d{4} 年 \d+ 月 \d+ 日 \d\d:\d\d 为止。订单号 \d+$/),
        target: { path: `/zhiku/orders/${orderNo}` },
      },
    ]);
    const renewed = await paid();
    await shop.pay.notify(renewed);
    const [latest] = await news();
    expect(latest?.excerpt, "from the end of the first").toMatch(/^从 .* 起，到 .* 为止。/);
  });

  test("is notified again until the notification is accepted", async () => {
    const { orderNo } = await shop.order(buyer, year);
    shop.pay.pay(orderNo);
    await expect.poll(async () => (await rowOf(orderNo)).state).toBe("paid");
    expect(await shop.rightsOf(buyer)).toHaveLength(1);
  });

  test("of a second order starts its right when the first one ends", async () => {
    for (let n = 0; n < 2; n += 1) await shop.pay.notify(await paid());
    const [first, second] = await shop.rightsOf(buyer);
    expect(second?.from_at).toBe(first?.until_at);
  });

  test("is found by polling if the notification is lost; WeChat Pay is queried at most every five seconds", async () => {
    const orderNo = await paid();
    expect(await shop.stateOf(buyer, orderNo), "WeChat Pay was asked to make it just now").toBe("pending");
    shop.wait(5_000);
    expect(await shop.stateOf(buyer, orderNo)).toBe("paid");
    expect(await shop.rightsOf(buyer)).toHaveLength(1);
    expect(await shop.pay.notify(orderNo)).toBe(200);
    expect(await shop.rightsOf(buyer)).toHaveLength(1);
  });

  test("that can't be queried leaves the page unchanged", async () => {
    const orderNo = await paid();
    shop.wait(5_000);
    await fault("error");
    expect(await shop.stateOf(buyer, orderNo)).toBe("pending");
    expect(errors).toEqual(["order_query_failed"]);
  });

  test("that can't be written, as to a full disk, leaves the page as it was, and is found afterwards", async () => {
    const orderNo = await paid();
    const { pay } = shop.upstream.services;
    if (!pay) throw new Error("no WeChat Pay");
    const { query } = pay;
    pay.query = () => Promise.reject(new Error("database or disk is full"));
    shop.wait(5_000);
    expect(await shop.stateOf(buyer, orderNo)).toBe("pending");
    expect(errors).toEqual(["order_query_failed"]);
    pay.query = query;
    shop.wait(5_000);
    expect(await shop.stateOf(buyer, orderNo)).toBe("paid");
  });

  test("is found by the sweep after two minutes", async () => {
    const orderNo = await paid();
    await sweep();
    expect((await rowOf(orderNo)).state).toBe("pending");
    shop.wait(ASK_AFTER);
    await Promise.all([sweep(), sweep()]);
    expect((await rowOf(orderNo)).state).toBe("paid");
    expect(await shop.rightsOf(buyer)).toHaveLength(1);
  });

  test("that was refunded before it was noticed gives no right", async () => {
    const orderNo = await paid();
    await shop.upstream.services.pay?.refund({ orderNo, refundNo: `R${orderNo}`, amount: 19_900, reason: "试" });
    shop.wait(ASK_AFTER);
    await sweep();
    expect(await rowOf(orderNo)).toMatchObject({ state: "refunded", refunded_at: shop.now().toISOString() });
    expect(await shop.pay.notify(orderNo)).toBe(200);
    expect(await shop.rightsOf(buyer)).toEqual([]);
  });

  test("whose right can't be granted is not settled, and is notified again", async () => {
    const orderNo = await paid();
    const { db } = shop.upstream.services;
    // As if the process had died between both: the right's id is taken.
    const { id } = await rowOf(orderNo);
    const from_at = shop.now().toISOString();
    const blocking = {
      user_id: buyer,
      category_id: null,
      from_at,
      until_at: from_at,
      source: "order" as const,
      order_id: id,
    };
    await db
      .insertInto("zhiku_rights")
      .values({ ...blocking, created_at: from_at })
      .execute();
    expect(await shop.pay.notify(orderNo)).toBe(500);
    expect((await rowOf(orderNo)).state).toBe("pending");
    expect(await db.selectFrom("zhiku_pay_notices").select("id").where("order_no", "=", orderNo).execute()).toEqual([]);
    await db.deleteFrom("zhiku_rights").where("order_id", "=", id).execute();
    expect(await shop.pay.notify(orderNo)).toBe(200);
    expect((await rowOf(orderNo)).state).toBe("paid");
    errors = [];
  });
});

describe("an order past its time", () => {
  test("is closed at WeChat Pay and here, and can't be paid", async () => {
    const { orderNo } = await shop.order(buyer, year);
    shop.wait(PAYABLE_FOR);
    await sweep();
    expect(await rowOf(orderNo)).toMatchObject({ state: "closed", closed_at: shop.now().toISOString(), paid_at: null });
    expect(shop.pay.pay(orderNo)).toBe("订单已关闭");
  });

  test("submitted again by its form has no payment data", async () => {
    const id = newId();
    await create(id);
    shop.wait(PAYABLE_FOR);
    expect(await create(id)).toMatchObject({ payment: null, order: { state: "pending" } });
    await sweep();
    expect(await create(id)).toMatchObject({ payment: null, order: { state: "closed" } });
  });

  test("that was paid at the last moment becomes paid", async () => {
    const orderNo = await paid();
    shop.wait(PAYABLE_FOR);
    await sweep();
    expect((await rowOf(orderNo)).state).toBe("paid");
    expect(await shop.rightsOf(buyer)).toHaveLength(1);
  });

  test("that WeChat Pay has never heard of is closed", async () => {
    await fault("error");
    const id = newId();
    expect(await codeOf(create(id))).toBe("PAY_FAILED");
    await fault(null);
    shop.wait(PAYABLE_FOR);
    await sweep();
    expect((await create(id)).order.state).toBe("closed");
  });

  test.each(["error", "lost", "garbage"])("stays pending while WeChat Pay has %s", async (name) => {
    const { orderNo } = await shop.order(buyer, year);
    shop.wait(PAYABLE_FOR);
    await fault(name);
    await sweep();
    expect((await rowOf(orderNo)).state).toBe("pending");
    await fault(null);
    shop.wait(ASK_AFTER);
    await sweep();
    expect((await rowOf(orderNo)).state).toBe("closed");
  });

  test("that WeChat Pay does not close stays pending, because it may be being paid", async () => {
    const { orderNo } = await shop.order(buyer, year);
    const { services } = shop.upstream;
    const { pay } = services;
    if (!pay) throw new Error("no WeChat Pay");
    services.pay = { ...pay, close: () => Promise.reject(new PayError("refused", "", "USERPAYING")) };
    shop.wait(PAYABLE_FOR);
    await sweep();
    expect((await rowOf(orderNo)).state).toBe("pending");
    services.pay = pay;
    shop.wait(ASK_AFTER);
    await sweep();
    expect((await rowOf(orderNo)).state).toBe("closed");
  });

  test("that is paid all the same is refunded once, even if WeChat Pay is unreachable at first", async () => {
    const { orderNo } = await shop.order(buyer, year);
    shop.wait(PAYABLE_FOR);
    await sweep();
    shop.pay.pay(orderNo, { quietly: true, anyway: true });
    await fault("error");
    expect(await shop.pay.notify(orderNo)).toBe(200);
    expect(errors).toContain("payment_late");
    expect(await rowOf(orderNo)).toMatchObject({ state: "closed", refunded_at: null });
    await fault(null);
    await sweep();
    const refundedAt = shop.now().toISOString();
    shop.wait(1_000);
    await Promise.all([sweep(), shop.pay.notify(orderNo)]);
    expect(await rowOf(orderNo)).toMatchObject({ state: "closed", paid_at: null, refunded_at: refundedAt });
    expect(shop.pay.charges().find((one) => one.orderNo === orderNo)?.state).toBe("REFUND");
    expect(await shop.rightsOf(buyer)).toEqual([]);
    const { list: told } = await shop.upstream.call(notificationApi.systemMessageList, { query: {} }, { as: buyer });
    expect(told).toMatchObject([
      {
        title: "订单「全库一年」关闭后才收到付款，已原路退回 ¥199.00",
        target: { path: `/zhiku/orders/${orderNo}` },
      },
    ]);
  });
});

describe("an order that is cancelled", () => {
  const cancel = (orderNo: string, as = buyer) =>
    shop.upstream.call(zhikuCancelOrderApi.cancel, { body: { orderNo } }, { as });
  const chargeOf = (orderNo: string) => shop.pay.charges().find((charge) => charge.orderNo === orderNo);

  test("is closed at WeChat Pay and here, even if cancelled repeatedly, and can't be paid", async () => {
    const { orderNo } = await shop.order(buyer, year);
    const [{ order }] = await Promise.all([cancel(orderNo), cancel(orderNo)]);
    expect(order).toMatchObject({ state: "closed", closedAt: shop.now().toISOString(), paidAt: null });
    expect(chargeOf(orderNo)?.state).toBe("CLOSED");
    expect(shop.pay.pay(orderNo)).toBe("订单已关闭");
    shop.wait(1_000);
    expect((await cancel(orderNo)).order).toEqual(order);
  });

  test("after a payment that was not noticed yet becomes paid", async () => {
    const orderNo = await paid();
    expect((await cancel(orderNo)).order.state).toBe("paid");
    expect(await shop.rightsOf(buyer)).toHaveLength(1);
    expect(chargeOf(orderNo)?.state).toBe("SUCCESS");
    expect((await cancel(orderNo)).order.state).toBe("paid");
  });

  test("and paid all the same is refunded", async () => {
    const { orderNo } = await shop.order(buyer, year);
    await cancel(orderNo);
    shop.pay.pay(orderNo, { quietly: true, anyway: true });
    expect(await shop.pay.notify(orderNo)).toBe(200);
    expect(await rowOf(orderNo)).toMatchObject({ state: "closed", refunded_at: shop.now().toISOString() });
    expect(chargeOf(orderNo)?.state).toBe("REFUND");
    expect(await shop.rightsOf(buyer)).toEqual([]);
  });

  test("that WeChat Pay has never heard of is closed", async () => {
    await fault("error");
    const id = newId();
    expect(await codeOf(create(id))).toBe("PAY_FAILED");
    await fault(null);
    const orderNo = (await shop.upstream.call(zhikuOrderApi.list, { query: {} }, { as: buyer })).list[0]?.orderNo ?? "";
    expect((await cancel(orderNo)).order.state).toBe("closed");
    expect(await create(id)).toMatchObject({ payment: null, order: { state: "closed" } });
  });

  test.each(["error", "lost", "garbage"])("stays pending while WeChat Pay has %s", async (name) => {
    const { orderNo } = await shop.order(buyer, year);
    await fault(name);
    await expect(cancel(orderNo)).rejects.toMatchObject({ code: "PAY_FAILED", message: /还没有取消/ });
    expect((await rowOf(orderNo)).state).toBe("pending");
    await fault(null);
    expect((await cancel(orderNo)).order.state).toBe("closed");
  });

  test("stays pending while WeChat Pay does not close it, and says so", async () => {
    const { orderNo } = await shop.order(buyer, year);
    const { services } = shop.upstream;
    const { pay } = services;
    if (!pay) throw new Error("no WeChat Pay");
    services.pay = { ...pay, close: () => Promise.reject(new PayError("refused", "", "USERPAYING")) };
    await expect(cancel(orderNo)).rejects.toMatchObject({ code: "PAY_FAILED", message: /请过几分钟再取消/ });
    services.pay = pay;
    expect((await rowOf(orderNo)).state).toBe("pending");
    expect(shop.pay.pay(orderNo)).toBeNull();
  });

  test("can be cancelled only by its buyer", async () => {
    const { orderNo } = await shop.order(buyer, year);
    const stranger = await shop.upstream.addUser("别人");
    expect(await codeOf(cancel(orderNo, stranger))).toBe("NOT_FOUND");
    expect(await codeOf(cancel("NONE0000"))).toBe("NOT_FOUND");
    expect(await codeOf(cancel("1"))).toBe("INVALID_PARAMS");
    expect((await rowOf(orderNo)).state).toBe("pending");
  });
});

describe("a forged or outdated notification", () => {
  const REFUSALS = { order: 404, amount: 400, appid: 400, large: 413 } as Partial<Record<string, number>>;
  test.each([
    ...["amount", "appid", "mchid", "order", "key", "byte"],
    ...["old", "signature", "serial", "probe", "unsigned", "large"],
  ] as const)("%s: is refused and changes nothing", async (forgery) => {
    const { orderNo } = await shop.order(buyer, year);
    const before = await rowOf(orderNo);
    // Those of other orders may still arrive, since payments are notified a moment later.
    const notices = () =>
      shop.upstream.services.db
        .selectFrom("zhiku_pay_notices")
        .select("id")
        .where((eb) =>
          eb.or([
            eb("order_no", "=", orderNo),
            eb("order_no", "not in", eb.selectFrom("zhiku_orders").select("order_no")),
          ]),
        )
        .execute();
    const known = await notices();
    expect(await shop.pay.notify(orderNo, forgery)).toBe(REFUSALS[forgery] ?? 401);
    expect(await rowOf(orderNo)).toEqual(before);
    expect(await notices()).toEqual(known);
    expect(await shop.rightsOf(buyer)).toEqual([]);
    expect(errors).toHaveLength(["amount", "appid", "order"].includes(forgery) ? 1 : 0);
  });

  test.each([["{}"], [""], ["[".repeat(1000)], ["null"]])("%j is refused", async (body) => {
    const request = new Request(`http://upstream.test${NOTIFY_PATH}`, { method: "POST", body });
    const answer = await shop.upstream.program.fetch(request);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ code: "FAIL", message: "验签失败" });
  });

  test("a body without a length is read only up to the limit", async () => {
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(16 * 1024));
      },
    });
    const request = new Request(`http://upstream.test${NOTIFY_PATH}`, {
      method: "POST",
      body,
      duplex: "half",
    } as RequestInit);
    expect((await shop.upstream.program.fetch(request)).status).toBe(413);
    expect(sent).toBeLessThan(10);
  });
});

describe("a redeem code", () => {
  const redeem = (code: string, as = buyer, ip = "192.0.2.1") =>
    shop.upstream.call(zhikuOrderApi.create, { body: { channel: "redeem", code } }, { as, ip });

  test("creates a free order and its right at once", async () => {
    const [code = ""] = await shop.addCodes(year);
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    const { order, payment } = await redeem(code);
    expect(payment).toBeNull();
    expect(order).toMatchObject({ amount: 0, channel: "redeem", state: "paid", expiresAt: null });
    expect(await shop.rightsOf(buyer)).toMatchObject([{ source: "redeem", category_id: null }]);
    expect((await redeem(code)).order.orderNo, "sent again").toBe(order.orderNo);
    expect(await shop.rightsOf(buyer)).toHaveLength(1);
  });

  test("is accepted in any spelling that readers type", async () => {
    const codes = await shop.addCodes(year, 6);
    const typings = [
      (code: string) => code.toLowerCase().replaceAll("-", ""),
      (code: string) => ` ${code.replaceAll("-", " — ")} `,
      (code: string) =>
        [...code].map((c) => (c === "-" ? "－" : String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0))).join(""),
      (code: string) => code.replaceAll("0", "o").replaceAll("1", "l"),
      (code: string) => `【某社区】兑换码：${code}，请在 2026-12-31 之前使用。`,
      (code: string) => `"12","${code}"`,
    ];
    for (const [index, typed] of typings.entries()) await redeem(typed(codes[index] ?? ""));
    expect(await shop.rightsOf(buyer)).toHaveLength(6);
  });

  test("works for only one of many concurrent users", async () => {
    const [code = ""] = await shop.addCodes(year);
    const people = await Promise.all(["甲", "乙", "丙", "丁"].map((name) => shop.upstream.addUser(name)));
    const results = await Promise.all(people.map((as, n) => codeOf(redeem(code, as, `192.0.2.${n}`))));
    expect(results.sort()).toEqual(["INVALID_PARAMS", "INVALID_PARAMS", "INVALID_PARAMS", "SUCCESS"]);
    const rights = await Promise.all(people.map((as) => shop.rightsOf(as)));
    expect(rights.flat()).toHaveLength(1);
    const twice = await Promise.all([
      redeem((await shop.addCodes(year))[0] ?? ""),
      redeem(code, people[0]).catch(() => null),
    ]);
    expect(twice[0]?.order.state).toBe("paid");
  });

  test("is offered by the demo", async () => {
    const { code, offerName } = await shop.upstream.call(devApi.redeemCode, {});
    expect(offerName).toBe("全库一年");
    expect((await redeem(code)).order.offer.id).toBe(year);
  });

  test("submitted twice by one person creates one order", async () => {
    const [code = ""] = await shop.addCodes(year);
    const both = await Promise.all([redeem(code), redeem(code)]);
    expect(both[0]?.order).toEqual(both[1]?.order);
    expect(await shop.rightsOf(buyer)).toHaveLength(1);
  });

  test("that is unknown or used by somebody else is refused with the same message at its field", async () => {
    const [used = ""] = await shop.addCodes(year);
    await redeem(used, await shop.upstream.addUser("别人"));
    for (const code of [used, "0000-0000-0000-0000", "!", "中文"]) {
      const message = "兑换码不正确，或已经用过";
      await expect(redeem(code)).rejects.toMatchObject({ code: "INVALID_PARAMS", data: { fields: { code: message } } });
    }
    expect(await codeOf(redeem(""))).toBe("INVALID_PARAMS");
  });

  test("can't be guessed", async () => {
    for (let n = 0; n < 10; n += 1) expect(await codeOf(redeem(`GUESS-${n}`))).toBe("INVALID_PARAMS");
    const [code = ""] = await shop.addCodes(year);
    expect(await codeOf(redeem(code))).toBe("RATE_LIMITED");
    const rows = await shop.upstream.services.db.selectFrom("zhiku_redeem_codes").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  test("works on a site without payments", async () => {
    const bare = await createShop({ pay: { kind: "off" } });
    const offerId = await bare.addOffer();
    const as = await addProfessional(bare.upstream, "买家");
    const body = { channel: "native", offerId, requestId: randomUUID() } as const;
    expect(await codeOf(bare.upstream.call(zhikuOrderApi.create, { body }, { as }))).toBe("PAY_FAILED");
    const [code = ""] = await bare.addCodes(offerId);
    expect(await codeOf(bare.upstream.call(zhikuOrderApi.create, { body: { channel: "redeem", code } }, { as }))).toBe(
      "SUCCESS",
    );
    const notice = new Request(`http://upstream.test${NOTIFY_PATH}`, { method: "POST", body: "{}" });
    expect((await bare.upstream.program.fetch(notice)).status).toBe(404);
    await sweepOrders(bare.upstream.services);
    await bare.upstream.close();
  });
});

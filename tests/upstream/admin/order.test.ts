import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditApi } from "#app/contract/admin/system/audit";
import { adminOrderApi } from "#app/contract/admin/zhiku/order";
import { adminRightApi } from "#app/contract/admin/zhiku/right";
import { devApi } from "#app/contract/site/dev";
import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { DAY } from "#runtime/time-units";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createShop, type Shop } from "#tests/upstream/zhiku/order-world";
import { addProfessional } from "#tests/upstream/zhiku/professional";
import { sweepOrders } from "#upstream/modules/zhiku/order/sweep-orders";
import { PayError } from "#upstream/services/pay/pay";

let shop: Shop;
let year: number;
let buyer: number;
let finance: string;
let second: string;
let owner: string;
let errors: string[];

beforeEach(async () => {
  shop = await createShop();
  const { upstream } = shop;
  year = await shop.addOffer();
  buyer = await addProfessional(upstream, "买家", "15100000001");
  finance = await staffToken(upstream, await addStaff(upstream, "finance"));
  second = await staffToken(upstream, await addStaff(upstream, "finance"));
  owner = await staffToken(upstream, await addStaff(upstream, "owner"));
  errors = [];
  upstream.services.note = (event) => void errors.push(event);
});
afterEach(() => shop.upstream.close());

const bought = async () => {
  const { orderNo } = await shop.order(buyer, year);
  shop.pay.pay(orderNo, { quietly: true });
  await shop.pay.notify(orderNo);
  shop.wait(60_000);
  return orderNo;
};
const refund = (orderNo: string, token = finance) =>
  shop.upstream.call(adminOrderApi.refund, { body: { orderNo, reason: "重复购买" } }, { token });
const approve = (orderNo: string, token: string) =>
  shop.upstream.call(adminOrderApi.approveRefund, { body: { orderNo } }, { token });
const seen = (orderNo: string, token = finance) =>
  shop.upstream.call(adminOrderApi.get, { params: { no: orderNo } }, { token });
const setLimit = (limit: number | null) =>
  shop.upstream.call(adminOrderApi.setRefundLimit, { body: { limit } }, { token: owner });
const runs = async () => (await shop.rightsOf(buyer)).some(({ until_at }) => until_at > shop.now().toISOString());
const fault = (name: string | null) => shop.upstream.call(devApi.setFault, { body: { service: "pay", fault: name } });
const log = async () => (await shop.upstream.call(auditApi.list, { query: {} }, { token: owner })).list;

describe("a refund from the console", () => {
  test("is pending, and the right continues, until the refund notification; then both end at once", async () => {
    const orderNo = await bought();
    expect(await refund(orderNo)).toEqual({ state: "underway" });
    expect(await seen(orderNo)).toMatchObject({ state: "refunding", refunds: [{ state: "underway", amount: 19_900 }] });
    expect(await shop.stateOf(buyer, orderNo), "its buyer").toBe("paid");
    const refundOf = async () =>
      (await shop.upstream.call(zhikuOrderApi.list, { query: { orderNo } }, { as: buyer })).list[0]?.refund;
    expect(await refundOf(), "what its buyer is told").toEqual({ done: false, amount: 19_900 });
    expect(await runs()).toBe(true);
    expect(await codeOf(refund(orderNo)), "a second one").toBe("CONFLICT");
    expect(await shop.pay.notifyRefund(orderNo)).toBe(200);
    expect(await seen(orderNo)).toMatchObject({
      state: "refunded",
      refundedAt: shop.now().toISOString(),
      refunds: [{ state: "done", endedAt: shop.now().toISOString(), reason: "重复购买" }],
    });
    expect(await refundOf()).toEqual({ done: true, amount: 19_900 });
    expect(await runs()).toBe(false);
    expect((await log()).map(({ action, target, reason }) => [action, target, reason])).toEqual([
      ["order.refund", orderNo, "重复购买"],
    ]);
  });

  test("whose notification is lost is found by the sweep", async () => {
    const orderNo = await bought();
    await refund(orderNo);
    await sweepOrders(shop.upstream.services);
    expect(await seen(orderNo)).toMatchObject({ state: "refunding" });
    shop.wait(10 * 60_000);
    await sweepOrders(shop.upstream.services);
    expect(await seen(orderNo)).toMatchObject({ state: "refunded", refunds: [{ state: "done" }] });
    expect(await runs()).toBe(false);
  });

  test("is created once if two staff request it at once", async () => {
    const orderNo = await bought();
    expect((await Promise.all([codeOf(refund(orderNo)), codeOf(refund(orderNo, second))])).sort()).toEqual([
      "CONFLICT",
      "SUCCESS",
    ]);
    expect((await seen(orderNo)).refunds).toHaveLength(1);
  });

  test.each(["error", "lost"])("to which WeChat Pay does not reply (%s) is resolved by the sweep", async (name) => {
    const orderNo = await bought();
    await fault(name);
    expect(await refund(orderNo)).toEqual({ state: "asked" });
    expect(await seen(orderNo)).toMatchObject({ state: "refunding" });
    await fault(null);
    shop.wait(2 * 60_000);
    await sweepOrders(shop.upstream.services);
    shop.wait(10 * 60_000);
    await sweepOrders(shop.upstream.services);
    expect(await seen(orderNo)).toMatchObject({ state: "refunded", refunds: [{ state: "done" }] });
  });

  test("refused by WeChat Pay says so and leaves the order paid; the next refund has its own number", async () => {
    const orderNo = await bought();
    await fault("NOT_ENOUGH");
    expect(await codeOf(refund(orderNo))).toBe("PAY_FAILED");
    await fault(null);
    expect(await seen(orderNo)).toMatchObject({ state: "paid", refunds: [{ state: "refused" }] });
    expect(errors).toContain("refund_refused");
    expect(await refund(orderNo)).toEqual({ state: "underway" });
    expect((await seen(orderNo)).refunds.map(({ refundNo }) => refundNo)).toEqual([`R${orderNo}-2`, `R${orderNo}`]);
  });

  test("that does not arrive is reported and completed later; a cancelled one leaves the right in force", async () => {
    const [late, off] = [await bought(), await bought()];
    await refund(late);
    shop.pay.endRefund(late, "ABNORMAL");
    await shop.pay.notifyRefund(late, { event: "REFUND.ABNORMAL" });
    expect(await seen(late)).toMatchObject({ state: "refunding", refunds: [{ state: "abnormal" }] });
    expect(errors).toContain("refund_abnormal");
    await refund(off);
    shop.pay.endRefund(off, "CLOSED");
    shop.wait(10 * 60_000);
    await sweepOrders(shop.upstream.services);
    expect(await seen(off)).toMatchObject({ state: "paid", refunds: [{ state: "closed" }] });
    shop.pay.endRefund(late, "SUCCESS");
    shop.wait(7 * 60 * 60_000);
    await sweepOrders(shop.upstream.services);
    expect(await seen(late)).toMatchObject({ state: "refunded", refunds: [{ state: "done" }] });
    // WeChat Pay says REFUND of this payment, too, but no money was refunded.
    expect(await seen(off)).toMatchObject({ state: "paid" });
    expect(await runs()).toBe(true);
  });

  test("made meanwhile on WeChat Pay's own pages ends a request that waits for approval", async () => {
    await setLimit(0);
    const orderNo = await bought();
    expect(await refund(orderNo)).toEqual({ state: "waiting" });
    shop.pay.refundThere(orderNo);
    await shop.pay.notifyRefund(orderNo);
    expect(await seen(orderNo)).toMatchObject({ state: "refunded", waiting: false, refunds: [{ state: "withdrawn" }] });
    expect(await codeOf(approve(orderNo, second))).toBe("CONFLICT");
  });

  test("is refused for orders that were not paid with money", async () => {
    const { orderNo } = await shop.order(buyer, year);
    expect(await codeOf(refund(orderNo))).toBe("CONFLICT");
    expect(await codeOf(refund("NOSUCHORDER"))).toBe("NOT_FOUND");
    expect(await log()).toEqual([]);
  });
});

describe("above the owner's limit", () => {
  test("is approved by a second person, never by who requested it; at the limit itself none is needed", async () => {
    await setLimit(19_899);
    const orderNo = await bought();
    expect(await refund(orderNo)).toEqual({ state: "waiting" });
    expect(await seen(orderNo)).toMatchObject({ state: "paid", waiting: true });
    expect(shop.pay.charges()[0]?.state, "asked there").toBe("SUCCESS");
    expect(await codeOf(approve(orderNo, finance))).toBe("FORBIDDEN");
    expect(await approve(orderNo, second)).toEqual({ state: "underway" });
    expect((await seen(orderNo)).refunds[0]?.approvedBy?.nickname).toContain("finance");
    await setLimit(19_900);
    expect(await refund(await bought())).toEqual({ state: "underway" });
    expect((await log()).map(({ action }) => action)).toEqual([
      ...["order.refund", "refund-limit.put", "order.refund.approve", "order.refund", "refund-limit.put"],
    ]);
  });

  test("is approved once if two approve at once; after a rejection or a withdrawal it can be requested again", async () => {
    await setLimit(0);
    const orderNo = await bought();
    await refund(orderNo);
    await shop.upstream.call(adminOrderApi.withdrawRefund, { body: { orderNo, reason: "搞错了" } }, { token: second });
    expect(await seen(orderNo)).toMatchObject({ state: "paid", waiting: false, refunds: [{ state: "rejected" }] });
    await refund(orderNo);
    await shop.upstream.call(adminOrderApi.withdrawRefund, { body: { orderNo } }, { token: finance });
    expect((await seen(orderNo)).refunds.map(({ state }) => state)).toEqual(["withdrawn", "rejected"]);
    expect((await log()).slice(0, 3).map(({ action }) => action)).toEqual([
      ...["order.refund.withdraw", "order.refund", "order.refund.reject"],
    ]);
    await refund(orderNo);
    const both = await Promise.all([codeOf(approve(orderNo, second)), codeOf(approve(orderNo, owner))]);
    expect(both.sort()).toEqual(["CONFLICT", "SUCCESS"]);
  });

  test("is approved, rejected or requested again only as it was seen", async () => {
    await setLimit(0);
    const orderNo = await bought();
    const ask = (seenRefunds: number) =>
      shop.upstream.call(
        adminOrderApi.refund,
        { body: { orderNo, reason: "重复购买", seenRefunds } },
        { token: finance },
      );
    await ask(0);
    const refundNo = (await seen(orderNo)).refunds[0]?.refundNo;
    await shop.upstream.call(adminOrderApi.withdrawRefund, { body: { orderNo, refundNo } }, { token: finance });
    await expect(ask(0)).rejects.toThrow("同事刚才申请过这张订单的退款");
    await ask(1);
    const late = { body: { orderNo, refundNo, reason: "不该退" } };
    for (const call of [adminOrderApi.approveRefund, adminOrderApi.withdrawRefund])
      await expect(shop.upstream.call(call, late, { token: second })).rejects.toThrow("又申请了一笔");
    const now = (await seen(orderNo)).refunds[0]?.refundNo;
    const body = { orderNo, refundNo: now };
    expect(await shop.upstream.call(adminOrderApi.approveRefund, { body }, { token: second })).toEqual({
      state: "underway",
    });
  });

  test("can be changed by the owner alone, and the change can be undone", async () => {
    const mine = { token: finance };
    expect(await codeOf(shop.upstream.call(adminOrderApi.setRefundLimit, { body: { limit: 1 } }, mine))).toBe(
      "FORBIDDEN",
    );
    await setLimit(50_000);
    const [row] = await log();
    await shop.upstream.call(auditApi.undo, { body: { id: row?.id ?? 0 } }, { token: owner });
    expect(await shop.upstream.call(adminOrderApi.refundLimit, {}, mine)).toMatchObject({ limit: null });
  });
});

describe("the list of orders", () => {
  const list = async (query: object) =>
    (await shop.upstream.call(adminOrderApi.list, { query }, { token: finance })).list.map(({ orderNo }) => orderNo);

  test("is filtered by state, number, member and day in China; phone numbers are masked", async () => {
    const paid = await bought();
    const refunding = await bought();
    await refund(refunding);
    // Past midnight in China, still the same day in UTC.
    shop.wait(8.5 * 60 * 60_000);
    const { orderNo: pending } = await shop.order(buyer, year);
    expect(await list({})).toEqual([pending, refunding, paid]);
    expect(await list({ state: "paid" })).toEqual([refunding, paid]);
    expect(await list({ state: "refunding" })).toEqual([refunding]);
    expect(await list({ no: paid })).toEqual([paid]);
    const { transactionId } = await seen(paid);
    expect(await list({ no: transactionId })).toEqual([paid]);
    expect(await list({ member: String(buyer) })).toHaveLength(3);
    expect(await list({ member: "15100000001" })).toHaveLength(3);
    expect(await list({ member: "15100000002" })).toEqual([]);
    expect(await list({ from: "2026-03-02" })).toEqual([pending]);
    expect(await list({ to: "2026-03-01" })).toEqual([refunding, paid]);
    const { list: rows } = await shop.upstream.call(adminOrderApi.list, { query: {} }, { token: finance });
    expect(rows[0]?.buyer.phone).toBe("151****0001");
  });

  test("finds an order by any number of its refund: ours and WeChat Pay's, underway, made there, or of a late payment", async () => {
    const [byStaff, there, late] = [await bought(), await bought(), (await shop.order(buyer, year)).orderNo];
    await refund(byStaff);
    const numbersOf = (orderNo: string) =>
      shop.pay.charges().flatMap((one) => (one.orderNo === orderNo ? one.refunds.map(({ no, id }) => [no, id]) : []));
    expect(numbersOf(byStaff)).toHaveLength(1);
    for (const no of numbersOf(byStaff).flat()) expect(await list({ no }), "underway").toEqual([byStaff]);
    shop.pay.refundThere(there, 100);
    await shop.pay.notifyRefund(there);
    await shop.upstream.services.db
      .updateTable("zhiku_orders")
      .set({ state: "closed" })
      .where("order_no", "=", late)
      .execute();
    shop.pay.pay(late, { quietly: true });
    await shop.pay.notify(late);
    for (const orderNo of [there, late]) {
      expect(numbersOf(orderNo)).toHaveLength(1);
      for (const no of numbersOf(orderNo).flat()) expect(await list({ no })).toEqual([orderNo]);
    }
    expect(await list({ no: `${numbersOf(there)[0]?.[1]}0` })).toEqual([]);
  });

  test("resolves an order with WeChat Pay on request: a lost payment is found and logged", async () => {
    const { orderNo } = await shop.order(buyer, year);
    shop.pay.pay(orderNo, { quietly: true });
    const body = { orderNo };
    expect(await shop.upstream.call(adminOrderApi.query, { body }, { token: finance })).toEqual({ state: "paid" });
    expect(await runs()).toBe(true);
    expect((await seen(orderNo)).rights).toMatchObject([{ from: shop.now().toISOString() }]);
    expect((await log())[0]).toMatchObject({ action: "order.query", target: orderNo });
    await fault("error");
    expect(await codeOf(shop.upstream.call(adminOrderApi.query, { body }, { token: finance }))).toBe("PAY_FAILED");
  });

  test("shows what was read of an order apart from what waits for a wider right, also after its refund", async () => {
    year = await shop.addOffer({ name: "财务一年", categoryId: shop.categories.finance });
    const orderNo = await bought();
    const [{ from_at: begun } = { from_at: "" }] = await shop.rightsOf(buyer);
    shop.wait(300 * DAY);
    finance = await staffToken(shop.upstream, await addStaff(shop.upstream, "finance"));
    const [code = ""] = await shop.addCodes(await shop.addOffer({ days: 1 }));
    await shop.upstream.call(zhikuOrderApi.create, { body: { channel: "redeem", code } }, { as: buyer });
    const read = { from: begun, until: shop.now().toISOString() };
    const { rights } = await seen(orderNo);
    expect(rights).toMatchObject([read, { from: new Date(shop.now().getTime() + DAY).toISOString() }]);
    const { list } = await shop.upstream.call(adminRightApi.list, { query: { source: "order" } }, { token: finance });
    expect(list.map((one) => one.orderNo)).toEqual([orderNo, orderNo]);
    shop.pay.refundThere(orderNo);
    await shop.pay.notifyRefund(orderNo);
    expect((await seen(orderNo)).rights).toMatchObject([read, { until: shop.now().toISOString() }]);
  });

  test("completes on request a late payment refunded at WeChat Pay, though the notification of a part was lost", async () => {
    const [parts, unheard, owed] = [
      (await shop.order(buyer, year)).orderNo,
      (await shop.order(buyer, await shop.addOffer())).orderNo,
      (await shop.order(buyer, await shop.addOffer())).orderNo,
    ];
    await shop.upstream.services.db.updateTable("zhiku_orders").set({ state: "closed" }).execute();
    for (const orderNo of [parts, unheard, owed]) {
      shop.pay.pay(orderNo, { quietly: true });
      shop.pay.refundThere(orderNo, 5_000);
      if (orderNo !== unheard) await shop.pay.notifyRefund(orderNo);
      if (orderNo !== owed) shop.pay.refundThere(orderNo);
    }
    const isDone = async (orderNo: string) => {
      await shop.upstream.call(adminOrderApi.query, { body: { orderNo } }, { token: finance });
      return (await seen(orderNo)).refund?.done;
    };
    const { services } = shop.upstream;
    const { pay } = services;
    const refuse = () => Promise.reject(new PayError("refused", "HTTP 403 NOT_ENOUGH", "NOT_ENOUGH"));
    services.pay = Object.assign({}, pay, { refund: refuse });
    expect(await isDone(owed), "the merchant's balance is too low").toBe(false);
    services.pay = pay;
    await sweepOrders(services);
    expect((await seen(parts)).refund?.done, "while nobody asks").toBe(false);
    for (const orderNo of [parts, unheard, owed]) expect(await isDone(orderNo)).toBe(true);
    const refunds = shop.pay.charges().map((one) => one.refunds.map(({ amount }) => amount));
    expect(refunds.map((amounts) => amounts.reduce((sum, amount) => sum + amount, 0))).toEqual([
      19_900, 19_900, 19_900,
    ]);
  });
});

describe("the export of a range", () => {
  const exported = async (from: string, to: string) => {
    const bytes = await shop.upstream.call(adminOrderApi.export, { body: { from, to } }, { token: finance });
    const text = Buffer.from(bytes as ArrayBuffer).toString("utf8");
    expect(text.startsWith("\uFEFF")).toBe(true);
    return text.slice(1).trimEnd().split("\r\n");
  };
  const setName = (nickname: string) =>
    shop.upstream.services.db.updateTable("users").set({ nickname }).where("id", "=", buyer).execute();

  test("contains orders and refunds in fen and yuan by days of China, whoever refunded them, and is logged", async () => {
    const [byStaff, there] = [await bought(), await bought()];
    await refund(byStaff);
    await shop.pay.notifyRefund(byStaff);
    shop.pay.refundThere(there, 100);
    await shop.pay.notifyRefund(there);
    const [code = ""] = await shop.addCodes(year);
    await shop.upstream.call(zhikuOrderApi.create, { body: { channel: "redeem", code } }, { as: buyer });
    const [head, ...lines] = await exported("2026-03-01", "2026-03-01");
    expect(head?.split(",")).toHaveLength(16);
    const cells = lines.map((line) => line.slice(1, -1).split('","'));
    expect(cells.map(([kind, no, , , , , , state, fen, yuan]) => [kind, no, state, fen, yuan])).toEqual([
      ["订单", `'${byStaff}`, "已退款", "19900", "199.00"],
      ["订单", `'${there}`, "已退款", "19900", "199.00"],
      ["订单", expect.any(String), "已支付", "0", "0.00"],
      ["退款", `'${byStaff}`, "已到账", "19900", "199.00"],
      ["退款", `'${there}`, "已到账", "100", "1.00"],
    ]);
    expect(cells[3]?.slice(12)).toEqual([...[`R${byStaff}`, "2026-03-01 16:02:00", "2026-03-01 16:02:00", "重复购买"]]);
    expect(cells[4]?.slice(14)).toEqual(["2026-03-01 16:02:00", "在微信支付商户平台退款"]);
    expect(await exported("2026-03-02", "2026-03-02")).toHaveLength(1);
    expect((await log())[0]).toMatchObject({ action: "order.export", target: "2026-03-02/2026-03-02" });
  });

  test("contains a refund in the range of its request and in that of its end", async () => {
    const orderNo = await bought();
    await refund(orderNo);
    shop.wait(24 * 60 * 60_000);
    await shop.pay.notifyRefund(orderNo);
    const refunds = async (from: string, to = from) =>
      (await exported(from, to)).filter((line) => line.startsWith('"退款"')).length;
    expect([await refunds("2026-03-01"), await refunds("2026-03-02")]).toEqual([1, 1]);
    expect([await refunds("2026-03-01", "2026-03-02"), await refunds("2026-03-03")]).toEqual([1, 0]);
  });

  test("contains nothing that a spreadsheet executes, and no number that it rounds", async () => {
    await bought();
    for (const name of ["=1+1", '＝HYPERLINK("x")', "-1", "@SUM(A1)", "\t=1"]) {
      await setName(name);
      const [, line = ""] = await exported("2026-03-01", "2026-03-01");
      expect(line).toContain(`,"'${name.replaceAll('"', '""')}",`);
    }
  });

  test("contains each of many orders made at the same moment, once", async () => {
    const { db } = shop.upstream.services;
    const at = shop.now().toISOString();
    const rows = Array.from({ length: 1_201 }, (_, index) => ({
      order_no: `2026030199${String(index).padStart(12, "0")}`,
      user_id: buyer,
      offer_id: year,
      offer_name: "全库",
      days: 1,
      amount: 1,
      channel: "native" as const,
      state: "closed" as const,
      created_at: at,
      asked_at: at,
    }));
    for (let from = 0; from < rows.length; from += 300)
      await db
        .insertInto("zhiku_orders")
        .values(rows.slice(from, from + 300))
        .execute();
    const [, ...lines] = await exported("2026-03-01", "2026-03-01");
    expect(new Set(lines.map((line) => line.split(",")[1])).size).toBe(rows.length);
    expect(lines).toHaveLength(rows.length);
  });

  test("is for finance alone, requires verification again, and refuses invalid days", async () => {
    const call = (body: { from: string; to: string }, token = finance) =>
      codeOf(shop.upstream.call(adminOrderApi.export, { body }, { token }));
    const day = { from: "2026-03-01", to: "2026-03-01" };
    expect(await call({ from: "2026-03-02", to: "2026-03-01" })).toBe("INVALID_PARAMS");
    expect(await call({ from: "2024-03-01", to: "2026-03-01" })).toBe("INVALID_PARAMS");
    const support = await staffToken(shop.upstream, await addStaff(shop.upstream, "support"));
    expect(await call(day, support)).toBe("FORBIDDEN");
    await shop.upstream.services.db.updateTable("sessions").set({ sudo_until: "" }).execute();
    expect(await call(day)).toBe("SUDO_REQUIRED");
  });
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { fieldsIn } from "#tests/routes/support/fields-in";
import { forgetLimits } from "#tests/routes/support/form-codes";
import { addStaff, holdForConsole } from "#tests/upstream/support/staff";
import { createShop, type Shop } from "#tests/upstream/zhiku/order-world";
import { addProfessional } from "#tests/upstream/zhiku/professional";
import { createWorld, type Reader, type World } from "#tests/world/world";
import { transact } from "#upstream/db/transact";
import { grantRight } from "#upstream/modules/zhiku/rights/grant";
import type { OfferFields } from "#upstream/modules/zhiku/rights/offers";

let world: World;
let shop: Shop;
let buyer: number;
let owner: Reader;
let finance: Reader;

beforeAll(async () => {
  world = await createWorld();
  shop = await createShop({}, world.upstream);
  buyer = await addProfessional(world.upstream, "买家", "15100000001");
  owner = await staffVisitor("owner");
  finance = await staffVisitor("finance");
});
afterAll(() => world.close());

async function staffVisitor(role: "owner" | "finance"): Promise<Reader> {
  const reader = await world.as(await addStaff(world.upstream, role));
  for (const token of reader.cookies.values()) await holdForConsole(world.upstream, token);
  return reader;
}

async function bought(fields: Partial<OfferFields> = {}): Promise<string> {
  await forgetLimits(world);
  const { orderNo } = await shop.order(buyer, await shop.addOffer(fields));
  shop.pay.pay(orderNo, { quietly: true });
  await shop.pay.notify(orderNo);
  return orderNo;
}

test("without scripts an order is found, its refund requested and approved, and its page shows all of it", async () => {
  const orderNo = await bought();
  const page = `/admin/order/${orderNo}`;
  await owner.submit("/admin/order", { limit: "100.50" });
  expect((await owner.get("/admin/order")).text).toContain('value="100.5"');
  const list = await finance.get(`/admin/order?no=${orderNo}&member=15100000001`);
  expect(list.text).toContain("151****0001");
  expect(list.text).not.toContain("15100000001</");
  expect((await finance.submit(page, { intent: "refund", reason: "重复购买" })).location).toBe(page);
  const waiting = await finance.get(page);
  expect(waiting.text).toContain("退款待批准");
  expect(waiting.text).not.toContain('value="approve"');
  expect(waiting.text).toContain("已申请退款，等另一位同事批准");
  const shown = (await owner.get(page)).text;
  const form = /<form[^>]*admin-danger[^>]*>.*?<\/form>/s.exec(shown)?.[0] ?? "";
  expect(/<button[^>]*>/.exec(form)?.[0], "what Enter presses in the reason of a rejection").toContain(
    'value="reject"',
  );
  const agreed = await owner.submit(page, { intent: "approve" });
  expect(agreed.location).toBe(page);
  const underway = (await owner.get(page)).text;
  expect(underway).toContain("退款中");
  expect(underway).toContain("微信支付已受理退款");
  await shop.pay.notifyRefund(orderNo);
  const done = (await finance.get(page)).text;
  expect(done).toMatch(/已退款 ¥[\d.]+，权益随之结束/);
  expect(done).not.toContain('value="refund"');
});

test("the page of an order shows what was read of it, though the rest waits for a wider right", async () => {
  const { finance: categoryId } = shop.categories;
  const orderNo = await bought({ categoryId });
  const { db } = world.upstream.services;
  const begun = "2020-01-31T04:00:00.000Z";
  await db.updateTable("zhiku_rights").set({ from_at: begun }).where("category_id", "=", categoryId).execute();
  const wider = { userId: buyer, categoryId: null, days: 1, source: "redeem", orderId: null } as const;
  await transact(db, (trx) => grantRight(trx, world.upstream.services, wider));
  const { text } = await finance.get(`/admin/order/${orderNo}`);
  const [granted = ""] = /开通权益.*?<\/li>/s.exec(text) ?? [];
  expect(granted).toMatch(new RegExp(`，<time dateTime="${begun}"[^>]*>[^<]*</time> 至 .*；.* 至 `));
});

test("a refund is rejected with a reason that its requester reads, and no reason becomes another's", async () => {
  const orderNo = await bought();
  const page = `/admin/order/${orderNo}`;
  await owner.submit("/admin/order", { limit: "0" });
  await finance.submit(page, { intent: "refund", reason: "重复购买" });
  const late = await owner.submit(page, { intent: "refund", reason: "买家来电" });
  expect(late.text).toContain("这张订单已经有一笔退款在进行");
  expect(late.text, "as a reason to reject").not.toContain('value="买家来电"');
  expect((await owner.submit(page, { intent: "reject" })).text).toMatch(/field__error[^>]*>(?:<[^>]*>)*驳回要写明原因/);
  expect((await owner.submit(page, { intent: "reject", reason: "已经读完了" })).location).toBe(page);
  expect((await owner.get(page)).text).toContain("已驳回退款申请");
  const read = (await finance.get(page)).text;
  expect(read).toContain("驳回了退款申请");
  expect(read).toContain("已经读完了");
  const refused = await owner.submit(page, { intent: "reject", reason: "同事内部的话" });
  expect(refused.text, "as a reason for the buyer").not.toContain('value="同事内部的话"');
  await finance.submit(page, { intent: "refund", reason: "重复购买" });
  expect((await finance.submit(page, { intent: "withdraw" })).location).toBe(page);
  expect((await finance.get(page)).text).toContain("撤回了退款申请");
  const log = (await owner.get(`/admin/log?kind=order&target=${orderNo}`)).text;
  expect(log.match(/(?:驳回|撤回)了退款申请/g), "in the log").toEqual(["撤回了退款申请", "驳回了退款申请"]);
});

test("without scripts, what changed before the form came back for its reason is shown by the next press", async () => {
  const orderNo = await bought();
  const page = `/admin/order/${orderNo}`;
  await owner.submit("/admin/order", { limit: "0" });
  const form = (text: string) => fieldsIn(text, "refunds");
  const first = form((await owner.get(page)).text);
  await finance.submit(page, { intent: "refund", reason: "重复购买" });
  const seen = form((await owner.get(page)).text);
  await finance.submit(page, { intent: "withdraw" });
  const short = await owner.submit(page, { ...first, intent: "refund", reason: "退" });
  expect([short.status, form(short.text)]).toMatchObject([422, { refunds: "0" }]);
  const unseen = await owner.submit(page, { ...form(short.text), intent: "refund", reason: "买家来电" });
  expect([unseen.status, form(unseen.text)]).toMatchObject([409, { refunds: "1" }]);
  await finance.submit(page, { intent: "refund", reason: "又申请一次" });
  const long = await owner.submit(page, { ...seen, intent: "reject", reason: "长".repeat(81) });
  expect([long.status, form(long.text).refundNo]).toEqual([422, seen.refundNo]);
  const late = await owner.submit(page, { ...form(long.text), intent: "reject", reason: "已经读完了" });
  expect([late.status, late.text]).toEqual([409, expect.stringContaining("同事刚才撤回，又申请了一笔")]);
  expect((await owner.submit(page, { ...form(late.text), intent: "reject" })).location).toBe(page);
});

test("errors are shown at their fields, and all input is kept", async () => {
  const orderNo = await bought();
  const refused = await finance.submit(`/admin/order/${orderNo}`, { intent: "refund", reason: "退" });
  expect(refused.text).toContain("原因至少2个字");
  expect(refused.text).toContain('value="退"');
  expect((await owner.submit("/admin/order", { limit: "很多" })).text).toContain("请输入金额");
  expect((await owner.submit("/admin/order", { limit: "1000000.01" })).text).toContain("不能超过 1000000 元");
  const wide = await finance.get(`/admin/order?no=${orderNo}&member=${encodeURIComponent("１５１ 0000 0001")}`);
  expect(wide.text).toContain("151****0001");
  const search = await finance.get("/admin/order?member=abc&from=2026-13-01");
  expect(search.status).toBe(200);
  expect(search.text).toContain("请输入用户编号，或 11 位手机号");
  expect(search.text).toContain("请写成 2026-03-01 的样子");
  expect(search.text).toContain('value="abc"');
});

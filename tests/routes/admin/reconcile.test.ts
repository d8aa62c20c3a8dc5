import { afterAll, beforeAll, expect, test } from "vitest";
import { forgetLimits } from "#tests/routes/support/form-codes";
import { addStaff, holdForConsole } from "#tests/upstream/support/staff";
import { createShop, type Shop } from "#tests/upstream/zhiku/order-world";
import { addProfessional } from "#tests/upstream/zhiku/professional";
import { createWorld, type Reader, type World } from "#tests/world/world";

const DAY = 24 * 3_600_000;
let world: World;
let shop: Shop;
let finance: Reader;
let support: Reader;
/** A day three days ago in China, on which everything here happens. */
const past = new Date(Date.now() - 3 * DAY);
const day = new Date(past.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);

beforeAll(async () => {
  world = await createWorld();
  shop = await createShop({}, world.upstream);
  finance = await staffVisitor("finance");
  support = await staffVisitor("support");
});
afterAll(() => world.close());

async function staffVisitor(role: "finance" | "support"): Promise<Reader> {
  const reader = await world.as(await addStaff(world.upstream, role));
  for (const token of reader.cookies.values()) await holdForConsole(world.upstream, token);
  return reader;
}

async function bought(buyer: number): Promise<string> {
  await forgetLimits(world);
  const { orderNo } = await shop.order(buyer, await shop.addOffer());
  shop.pay.pay(orderNo, { quietly: true });
  await shop.pay.notify(orderNo);
  return orderNo;
}

test("without scripts a day is reconciled, its difference links to the order, and the result is stored", async () => {
  const buyer = await addProfessional(world.upstream, "买家", "15100000001");
  // A payment of today is moved to that day here; its bill does not contain it.
  const orderNo = await bought(buyer);
  await world.upstream.services.db
    .updateTable("zhiku_orders")
    .set({ paid_at: past.toISOString() })
    .where("order_no", "=", orderNo)
    .execute();
  const page = `/admin/reconcile?day=${day}`;
  const before = (await finance.get(page)).text;
  expect(before).toContain("这一天还没有核对过");
  expect((await support.get(page)).text).not.toContain("核对这一天");
  const sent = await finance.submit(page, { day });
  expect([sent.status, sent.location]).toEqual([302, page]);
  const after = (await finance.get(page)).text;
  for (const shown of ["1 处不同", "微信账单里没有", `/admin/order/${orderNo}`, "¥199 已支付", "重新核对"])
    expect(after).toContain(shown);
  const seen = (await support.get(page)).text;
  expect(seen).toContain("微信账单里没有");
  expect(seen).not.toContain("重新核对");
});

test("an invalid day, a day without a bill yet, and an unreachable WeChat Pay are reported", async () => {
  const wrong = await finance.get("/admin/reconcile?day=2026-13-40");
  expect(wrong.status).toBe(200);
  expect(wrong.text).toContain("请写成 2026-03-01 的样子");
  expect(wrong.text).toContain('value="2026-13-40"');
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  expect((await finance.get(`/admin/reconcile?day=${today}`)).text).toContain("第二天 10:00 之前做好账单");
  expect((await finance.submit(`/admin/reconcile?day=${today}`, { day: today })).text).toContain("请到那时再对");
  expect((await finance.get("/admin/reconcile?day=2020-01-01")).text).toContain("最近三个月");
  world.upstream.services.note = () => {};
  shop.pay.faults.set({ kind: "error" });
  const down = await finance.submit(`/admin/reconcile?day=${day}`, { day });
  shop.pay.faults.set(null);
  expect(down.text).toContain("微信支付暂时没有给出账单，请稍后再试");
});

test("orders are exported as a file; after verifying again one returns to the same days", async () => {
  const body = { from: day, to: day };
  const file = await finance.submit("/admin/order/export", body);
  expect(file.headers.get("content-type")).toContain("text/csv");
  expect(file.headers.get("content-disposition")).toContain(`orders-${day}-${day}.csv`);
  expect((await finance.submit("/admin/order/export", { from: day, to: "2020-01-01" })).location).toBe(
    `/admin/order?from=${day}&to=2020-01-01`,
  );
  expect((await support.get("/admin/order")).text).not.toContain("/admin/order/export");
  await world.upstream.services.db.updateTable("sessions").set({ sudo_until: "" }).execute();
  const back = encodeURIComponent(`/admin/order?from=${day}&to=${day}`);
  expect((await finance.submit("/admin/order/export", body)).location).toBe(`/admin/sudo?next=${back}`);
  const page = (await finance.get(`/admin/order?from=${day}&to=${day}`)).text;
  expect(page.match(new RegExp(`value="${day}"`, "g"))).toHaveLength(4);
});

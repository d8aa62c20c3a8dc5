import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditApi } from "#app/contract/admin/system/audit";
import { adminZhikuCategoryApi } from "#app/contract/admin/zhiku/category";
import { adminOfferApi } from "#app/contract/admin/zhiku/offer";
import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { zhikuRightsApi } from "#app/contract/zhiku/rights";
import { undoneState } from "#tests/upstream/support/database-state";
import { outcomeOf, refusalOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createShop, type Shop } from "#tests/upstream/zhiku/order-world";
import { addProfessional } from "#tests/upstream/zhiku/professional";
import { asStaff } from "#upstream/command-line/as-staff";
import type { Options } from "#upstream/command-line/command";
import { COMMANDS } from "#upstream/command-line/commands";

let shop: Shop;
let token: string;
beforeEach(async () => {
  shop = await createShop();
  token = await staffToken(shop.upstream, await addStaff(shop.upstream, "finance", "owner"));
});
afterEach(() => shop.upstream.close());

const api = adminOfferApi;
const FIELDS = { name: "增长一年", description: "增长与留存", price: 19_900, days: 365, onSale: true };
type Fields = Partial<typeof FIELDS> & { categoryId?: number | null; idempotencyKey?: string };
const add = async (more: Fields = {}) =>
  (await shop.upstream.call(api.add, { body: { ...FIELDS, categoryId: shop.categories.growth, ...more } }, { token }))
    .id;
const get = (id: number) => shop.upstream.call(api.get, { params: { id } }, { token });
const put = async (id: number, more: Fields & { version?: number } = {}) => {
  const { name, description, category, price, days, onSale, version } = await get(id);
  const held = { id, name, description, categoryId: category?.id ?? null, price, days, onSale, version };
  return shop.upstream.call(api.put, { body: { ...held, ...more } }, { token });
};
const remove = (id: number) => shop.upstream.call(api.remove, { body: { id } }, { token });
const seen = async (categoryId?: number) =>
  (await shop.upstream.call(zhikuRightsApi.list, { query: { categoryId } })).map(
    ({ name, price }) => `${name} ${price}`,
  );
const undo = async (action: string) => {
  const { list } = await shop.upstream.call(auditApi.list, { query: { action } }, { token });
  return shop.upstream.call(auditApi.undo, { body: { id: list[0]?.id ?? 0 } }, { token });
};
const state = async () => {
  const tables = await undoneState(shop.upstream.services.db);
  return { ...tables, zhiku_offers: tables.zhiku_offers?.map((row) => row.replace(/"version":\d+/, "")) };
};

describe("an offer of zhiku", () => {
  test("is shown to readers as changed, at once and in order, and an undo restores every row", async () => {
    const { versions } = shop.upstream.services;
    const empty = await state();
    const first = await add();
    await undo("offer.add");
    expect(await state()).toEqual(empty);
    const [one, all] = [await add(), await add({ name: "全库一年", categoryId: null, price: 39_900 })];
    expect(one).toBeGreaterThan(first);
    expect(await seen()).toEqual(["增长一年 19900", "全库一年 39900"]);

    const before = await state();
    const asked = await versions.now();
    await put(one, { price: 29_900, days: 180, categoryId: shop.categories.finance });
    expect(await versions.latest(["zhiku-offers"])).toBeGreaterThan(asked);
    expect(await seen()).toEqual(["增长一年 29900", "全库一年 39900"]);
    expect(await seen(shop.categories.growth)).toEqual(["全库一年 39900"]);
    await undo("offer.put");
    expect(await state()).toEqual(before);

    await shop.upstream.call(api.order, { body: { ids: [all, one] } }, { token });
    expect(await seen()).toEqual(["全库一年 39900", "增长一年 19900"]);
    await undo("offer.order");
    expect(await state()).toEqual(before);
    expect(await outcomeOf(shop.upstream.call(api.order, { body: { ids: [all] } }, { token }))).toBe("CONFLICT");
    expect(await outcomeOf(shop.upstream.call(api.order, { body: { ids: [all, all] } }, { token }))).toBe("CONFLICT");

    await put(one, { onSale: false });
    expect(await seen()).toEqual(["全库一年 39900"]);
    await undo("offer.put");
    await remove(one);
    expect(await seen()).toEqual(["全库一年 39900"]);
    await undo("offer.remove");
    expect(await state()).toEqual(before);
  });

  test("keeps its price for existing orders, and can't be removed once it was ordered", async () => {
    const id = await add();
    const buyer = await addProfessional(shop.upstream, "买家", "13500000001");
    const { orderNo } = await shop.order(buyer, id);
    await put(id, { name: "改了名", price: 1, days: 1, categoryId: shop.categories.finance });
    const row = () =>
      shop.upstream.services.db
        .selectFrom("zhiku_orders")
        .select(["offer_name", "amount", "days", "category_id"])
        .where("order_no", "=", orderNo)
        .executeTakeFirst();
    const made = { offer_name: "增长一年", amount: 19_900, days: 365, category_id: shop.categories.growth };
    expect(await row()).toEqual(made);
    expect(shop.pay.pay(orderNo, { quietly: true })).toBeNull();
    expect((await get(id)).orders).toBe(1);
    expect(await outcomeOf(remove(id))).toBe("CONFLICT");
    expect(await outcomeOf(undo("offer.add"))).toBe("CONFLICT");
    await put(id, { onSale: false });
    const body = { channel: "native" as const, offerId: id, requestId: randomUUID() };
    expect(await outcomeOf(shop.upstream.call(zhikuOrderApi.create, { body }, { as: buyer }))).toBe("NOT_FOUND");
    const sold = await add({ name: "有兑换码的" });
    await shop.addCodes(sold);
    expect((await get(sold)).codes).toBe(1);
    expect(await outcomeOf(remove(sold))).toBe("CONFLICT");
  });

  test("is changed by only one of two at once; a form submitted twice creates one", async () => {
    const id = await add();
    const both = await Promise.all([1, 2].map((price) => outcomeOf(put(id, { price, version: 1 }))));
    expect(both.sort()).toEqual(["CONFLICT", "SUCCESS"]);
    expect(await outcomeOf(undo("offer.add"))).toBe("CONFLICT");
    const idempotencyKey = "0123456789abcdef";
    const twice = await Promise.all([add({ idempotencyKey }), add({ idempotencyKey })]);
    expect(twice[0]).toBe(twice[1]);
    expect(await shop.upstream.call(api.list, {}, { token })).toHaveLength(2);
  });

  test("is refused with a message per field", async () => {
    expect(await outcomeOf(add({ name: "", price: 0, days: 0 }))).toEqual({
      name: "名称不能为空",
      price: expect.stringContaining("至少 0.01 元"),
      days: "至少 1 天",
    });
    expect(await outcomeOf(add({ price: 19_900.5, days: 1.5 }))).toEqual({
      price: expect.any(String),
      days: "请填整天数",
    });
    expect(await outcomeOf(add({ price: 10_000_001, days: 9999 }))).toEqual({
      price: "不能超过 100000 元",
      days: "最多 3650 天",
    });
    expect(await outcomeOf(add({ categoryId: 999 }))).toEqual({ categoryId: "没有这个分类" });
  });

  test("comes back to its category by an undo only if that still exists", async () => {
    const { finance } = shop.categories;
    const gone = "CONFLICT: 它原来的分类已经删除，请先撤销那次删除";
    const removed = await add({ categoryId: finance });
    await remove(removed);
    const moved = await add({ categoryId: finance });
    await put(moved, { categoryId: null });
    const text = { categoryId: finance, title: "财务的权益", content: "全部资料" };
    await shop.upstream.call(adminZhikuCategoryApi.putRightsText, { body: { ...text, version: 0 } }, { token });
    await shop.upstream.call(
      adminZhikuCategoryApi.putRightsText,
      { body: { ...text, title: "", content: "", version: 1 } },
      { token },
    );
    await shop.upstream.call(adminZhikuCategoryApi.remove, { body: { id: finance } }, { token });
    for (const action of ["offer.remove", "offer.put", "zhiku-rights-text.put"]) {
      expect([action, await refusalOf(undo(action))]).toEqual([action, gone]);
    }
    await undo("zhiku-category.remove");
    for (const action of ["offer.remove", "offer.put", "zhiku-rights-text.put"]) await undo(action);
    for (const id of [removed, moved]) expect((await get(id)).category?.id).toBe(finance);
  });

  test("says that nobody can see it if its category is hidden", async () => {
    const id = await add();
    await shop.upstream.call(adminZhikuCategoryApi.hide, { body: { id: shop.categories.growth } }, { token });
    expect(await get(id)).toMatchObject({ onSale: true, shown: false });
    expect(await seen()).toEqual([]);
  });
});

test("the command line lists, adds and changes offers, with a dry run, and says what is wrong", async () => {
  const { program, services } = shop.upstream;
  const [owner] = await services.db.selectFrom("staff").select("user_id").where("role", "=", "owner").execute();
  const run = (name: string, options: Partial<Options>, dryRun = false) =>
    asStaff(program, { userId: owner?.user_id ?? 0, dryRun }, async (caller) =>
      COMMANDS[name]?.run({
        upstream: program,
        caller,
        words: [],
        from: ".",
        options: options as Options,
        flags: { dryRun, csv: false },
      }),
    );
  const wanted = { title: "全库一年", price: "398", days: "365", sale: "on" };
  expect(await run("offer add", wanted, true)).toBe("可以新建");
  expect(await run("offer list", {})).toEqual([]);
  const said = await run("offer add", wanted);
  const id = /\d+$/.exec(String(said))?.[0];
  expect(await seen()).toEqual(["全库一年 39800"]);
  expect(await run("offer set", { id, price: "298.50", category: String(shop.categories.growth) })).toBe("已修改");
  expect(await seen()).toEqual(["全库一年 29850"]);
  expect(await run("offer set", { id, category: "all", sale: "off" })).toBe("已修改");
  expect(await get(Number(id))).toMatchObject({ category: null, onSale: false, price: 29_850 });
  await expect(run("offer set", { id })).rejects.toThrow("要写改什么");
  await expect(run("offer set", { id, price: "一百" })).rejects.toThrow("至少 0.01 元");
  await expect(run("offer set", { price: "1" })).rejects.toThrow("--id 要");
  await expect(run("offer add", { ...wanted, sale: "yes" })).rejects.toThrow("--sale 是");
  const { list } = await shop.upstream.call(auditApi.list, { query: { kind: "offer" } }, { token });
  expect(list.map(({ action, via }) => `${action} ${via}`)).toEqual([
    "offer.put command-line",
    "offer.put command-line",
    "offer.add command-line",
  ]);
});

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditApi } from "#app/contract/admin/system/audit";
import { adminZhikuCategoryApi } from "#app/contract/admin/zhiku/category";
import { zhikuCategoryApi } from "#app/contract/zhiku/category";
import { zhikuConfigApi } from "#app/contract/zhiku/config";
import { zhikuContentApi } from "#app/contract/zhiku/content";
import { zhikuFavoritesApi } from "#app/contract/zhiku/favorites";
import { zhikuRightsApi } from "#app/contract/zhiku/rights";
import { zhikuSearchApi } from "#app/contract/zhiku/search";
import { undoneState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { outcomeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createZhikuWorld, type ZhikuWorld } from "#tests/upstream/zhiku/zhiku-world";
import { rebuildLists } from "#upstream/db/lists/rebuild-lists";
import { createOffer } from "#upstream/modules/zhiku/rights/offers";

let upstream: TestUpstream;
let zhiku: ZhikuWorld;
let token: string;

beforeEach(async () => {
  upstream = await createTestUpstream();
  zhiku = await createZhikuWorld(upstream);
  token = await staffToken(upstream, await addStaff(upstream, "owner"));
});
afterEach(() => upstream.close());

const api = adminZhikuCategoryApi;
const FIELDS = { name: "数据", description: "", parentId: null, cover: "", banner: "" };
const add = (more: Partial<Omit<typeof FIELDS, "parentId">> & { parentId?: number | null } = {}) =>
  upstream.call(api.add, { body: { ...FIELDS, ...more } }, { token });
const seen = async () => (await upstream.call(zhikuCategoryApi.list, { query: { type: 1 } })).map(({ name }) => name);
const edited = async (id: number) => upstream.call(api.get, { params: { id } }, { token });
const put = async (id: number, more: { name?: string; parentId?: number | null; version?: number }) => {
  const { name, description, parentId, cover, banner, version } = await edited(id);
  return upstream.call(
    api.put,
    { body: { id, name, description, parentId, cover, banner, version, ...more } },
    { token },
  );
};
const listed = async (categoryId?: number) =>
  (await upstream.call(zhikuContentApi.list, { query: { categoryId } })).list.map(({ id }) => id);
const found = async () =>
  (await upstream.call(zhikuSearchApi.content, { query: { q: "留存曲线" } }, { as: zhiku.people.entitled })).total;
const undoNewest = async () => {
  const [newest] = (await upstream.call(auditApi.list, { query: {} }, { token })).list;
  return upstream.call(auditApi.undo, { body: { id: newest?.id ?? 0 } }, { token });
};
const state = () => undoneState(upstream.services.db);
/** Lists counted from their rows, regardless of stored totals. */
const totals = async () => {
  const of = async () =>
    (await upstream.services.db.selectFrom("list_totals").select(["list", "total"]).where("total", ">", 0).execute())
      .map(({ list, total }) => `${list} ${total}`)
      .sort();
  const counted = await of();
  await upstream.services.db.transaction().execute((trx) => rebuildLists(trx));
  expect(counted).toEqual(await of());
};

describe("a category", () => {
  test("is shown to readers once created, at its position, and as it is changed", async () => {
    const { id } = await add();
    expect(await seen()).toEqual(["增长", "留存", "财务", "数据"]);
    const { growth } = zhiku.categories;
    await put(id, { name: "数据分析", parentId: growth });
    expect(await seen()).toEqual(["增长", "留存", "数据分析", "财务"]);
    const level = [zhiku.categories.finance, growth];
    await upstream.call(api.order, { body: { parentId: null, ids: level } }, { token });
    expect(await seen()).toEqual(["财务", "增长", "留存", "数据分析"]);
  });

  test("moves with its documents, and lists of both parents count them correctly", async () => {
    const { growth, retention, finance } = zhiku.categories;
    const document = await zhiku.add();
    expect(await listed(growth)).toEqual([document]);
    await put(retention, { parentId: finance });
    expect(await listed(growth)).toEqual([]);
    expect(await listed(finance)).toEqual([document]);
    await totals();
  });

  test("can't be below itself, below a hidden category, or below a missing one", async () => {
    const { growth, retention, finance } = zhiku.categories;
    expect(await outcomeOf(put(growth, { parentId: retention }))).toEqual({ parentId: "不能放到自己或自己的下级里" });
    expect(await outcomeOf(put(growth, { parentId: growth }))).toEqual({ parentId: "不能放到自己或自己的下级里" });
    expect(await outcomeOf(add({ parentId: 999 }))).toBe("NOT_FOUND");
    await upstream.call(api.hide, { body: { id: finance } }, { token });
    expect(await outcomeOf(put(growth, { parentId: finance }))).toEqual({ parentId: "这个上级隐藏着，请先显示它" });
    expect(await outcomeOf(add({ name: " " }))).toEqual({ name: "名称不能为空" });
    expect(
      await outcomeOf(upstream.call(api.add, { body: { ...FIELDS, cover: "https://evil.example/a.png" } }, { token })),
    ).toEqual({
      cover: "请上传一张图片",
    });
  });

  test("is changed by only one of two at once", async () => {
    const { finance } = zhiku.categories;
    const both = await Promise.all(["一", "二"].map((name) => outcomeOf(put(finance, { name, version: 1 }))));
    expect(both.sort()).toEqual(["CONFLICT", "SUCCESS"]);
  });

  test("hidden takes its documents out of lists, search, favorites and offers, and shown again brings them back", async () => {
    const { growth, retention } = zhiku.categories;
    const document = await zhiku.add();
    const removed = await zhiku.add({ title: "早已撤下的" });
    await upstream.services.db
      .updateTable("zhiku_contents")
      .set({ deleted_at: "2020-01-01" })
      .where("id", "=", removed)
      .execute();
    await upstream.services.db.transaction().execute((trx) => rebuildLists(trx));
    const reader = zhiku.people.entitled;
    await upstream.call(zhikuFavoritesApi.add, { body: { contentId: document } }, { as: reader });
    const offer = { name: "增长一年", description: "", price: 100, days: 365, position: 0, onSale: true };
    await createOffer(upstream.services.db, { ...offer, categoryId: growth });
    const favorites = async () => (await upstream.call(zhikuFavoritesApi.list, { query: {} }, { as: reader })).total;
    const onSale = async () => (await upstream.call(zhikuRightsApi.list, { query: {} })).length;
    expect([await found(), await favorites(), await onSale()]).toEqual([1, 1, 1]);
    const before = await state();

    expect(await upstream.call(api.hide, { body: { id: growth, reason: "整理" } }, { token })).toEqual({
      documents: 1,
    });
    expect(await seen()).toEqual(["财务"]);
    expect([await listed(), await found(), await favorites(), await onSale()]).toEqual([[], 0, 0, 0]);
    expect(await outcomeOf(upstream.call(zhikuContentApi.get, { params: { id: document } }))).toBe(
      "DOCUMENT_NOT_EXIST",
    );
    const images = await upstream.call(zhikuCategoryApi.imageList, {});
    expect(images.map(({ categoryId }) => categoryId)).not.toContain(growth);
    const texts = await upstream.call(zhikuCategoryApi.rightsTextList, { query: {} });
    expect(texts.map(({ title }) => title)).toEqual(["全库权益"]);
    expect(await outcomeOf(upstream.call(api.hide, { body: { id: retention } }, { token }))).toBe("CONFLICT");
    await totals();

    await undoNewest();
    expect(await state()).toEqual(before);
    expect([await found(), await favorites(), await onSale()]).toEqual([1, 1, 1]);
    expect(await listed()).toEqual([document]);
    await totals();
  });

  test("hidden below another hidden one is shown by itself", async () => {
    const { growth, retention } = zhiku.categories;
    const document = await zhiku.add();
    await upstream.call(api.hide, { body: { id: retention } }, { token });
    await upstream.call(api.hide, { body: { id: growth } }, { token });
    expect(await outcomeOf(upstream.call(api.show, { body: { id: retention } }, { token }))).toBe("CONFLICT");
    expect(await upstream.call(api.show, { body: { id: growth } }, { token })).toEqual({ documents: 0 });
    expect(await upstream.call(api.show, { body: { id: retention } }, { token })).toEqual({ documents: 1 });
    expect(await listed()).toEqual([document]);
  });

  test("can be removed only if it never contained anything, and the undo restores the same row", async () => {
    const { growth, finance } = zhiku.categories;
    expect(await outcomeOf(upstream.call(api.remove, { body: { id: growth } }, { token }))).toBe("CONFLICT");
    const { id } = await add({ parentId: finance });
    expect(await outcomeOf(upstream.call(api.remove, { body: { id: finance } }, { token }))).toBe("CONFLICT");
    const before = await state();
    await upstream.call(api.remove, { body: { id } }, { token });
    expect(await seen()).toEqual(["增长", "留存", "财务"]);
    await undoNewest();
    expect(await state()).toEqual(before);
  });

  test("is restored from the log after it was created, changed or reordered", async () => {
    const { growth, finance, retention } = zhiku.categories;
    const before = await state();
    await add();
    await undoNewest();
    const document = await zhiku.add();
    await put(retention, { parentId: finance, name: "留存与召回" });
    await undoNewest();
    expect(await listed(growth)).toEqual([document]);
    expect(await edited(retention)).toMatchObject({ name: "留存", parentId: growth });
    await upstream.call(api.order, { body: { parentId: null, ids: [finance, growth] } }, { token });
    await undoNewest();
    expect(await seen()).toEqual(["增长", "留存", "财务"]);
    expect((await state()).zhiku_images).toEqual(before.zhiku_images);
    await put(finance, { name: "一" });
    await put(finance, { name: "二" });
    const [, first] = (await upstream.call(auditApi.list, { query: {} }, { token })).list;
    expect(await outcomeOf(upstream.call(auditApi.undo, { body: { id: first?.id ?? 0 } }, { token }))).toBe("CONFLICT");
  });

  test("can't be reordered by an incomplete list, or by one that names it twice", async () => {
    const { growth, finance } = zhiku.categories;
    const order = (ids: number[]) => outcomeOf(upstream.call(api.order, { body: { parentId: null, ids } }, { token }));
    expect(await order([finance, growth, finance])).toBe("CONFLICT");
    await add();
    expect(await order([finance, growth])).toBe("CONFLICT");
  });
});

describe("the text on what a right gives", () => {
  const write = (categoryId: number | null, version: number, [title, content]: [string, string]) =>
    upstream.call(api.putRightsText, { body: { categoryId, version, title, content } }, { token });
  const read = async () =>
    (await upstream.call(zhikuCategoryApi.rightsTextList, { query: {} })).map(({ title }) => title);

  test("is shown to readers instead of the one before; cleared it is gone, and the undo restores it", async () => {
    const { finance } = zhiku.categories;
    await write(finance, 0, ["财务权益", "**三份**模板"]);
    await write(null, 1, ["全库", "所有分类"]);
    expect(await read()).toEqual(["全库", "增长权益", "财务权益"]);
    const [all] = await upstream.call(zhikuCategoryApi.rightsTextList, { query: { categoryId: finance } });
    expect(all?.contentHtml).toContain("所有分类");
    expect(await outcomeOf(write(finance, 0, ["又一份", "文字"]))).toBe("CONFLICT");
    expect(await outcomeOf(write(finance, 1, ["", "文字"]))).toEqual({ title: "标题不能为空" });
    await write(finance, 1, ["", ""]);
    expect(await read()).toEqual(["全库", "增长权益"]);
    await undoNewest();
    expect(await read()).toEqual(["全库", "增长权益", "财务权益"]);
  });
});

describe("the pictures of zhiku's home", () => {
  test("are shown to readers; the second of two concurrent changes gets a conflict, and the undo restores them", async () => {
    const { heroes, version } = await upstream.call(api.heroes, {}, { token });
    expect(heroes).toEqual([{ title: "知库", href: "/zhiku", picture: "/oss/cover/one.webp" }]);
    const next = [{ ...heroes[0], title: "新的一季", href: "/zhiku/rights" }] as typeof heroes;
    const both = await Promise.all(
      [next, []].map((one) => outcomeOf(upstream.call(api.putHeroes, { body: { heroes: one, version } }, { token }))),
    );
    expect(both.sort()).toEqual(["CONFLICT", "SUCCESS"]);
    const read = () => upstream.call(zhikuConfigApi.imageList, { query: { keys: "home-hero" } });
    const [newest] = (await upstream.call(auditApi.list, { query: {} }, { token })).list;
    expect(newest?.action).toBe("zhiku-hero.put");
    await undoNewest();
    expect(await read()).toMatchObject([{ title: "知库", href: "/zhiku" }]);
    const bad = [{ title: "图", href: "javascript:alert(1)", picture: "" }];
    expect(await outcomeOf(upstream.call(api.putHeroes, { body: { heroes: bad, version } }, { token }))).toHaveProperty(
      ["heroes.0.href"],
    );
  });
});

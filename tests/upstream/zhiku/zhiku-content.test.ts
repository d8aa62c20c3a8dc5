import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { zhikuCategoryApi } from "#app/contract/zhiku/category";
import { zhikuConfigApi } from "#app/contract/zhiku/config";
import { zhikuContentApi } from "#app/contract/zhiku/content";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { rebuildLists } from "#upstream/db/lists/rebuild-lists";
import { transact } from "#upstream/db/transact";
import { prepareSiteText, setSiteTexts } from "#upstream/modules/config/site-texts";
import { categoryTree } from "#upstream/modules/zhiku/category/tree";
import { takeContentsOff } from "#upstream/modules/zhiku/content/on-site";
import { createZhikuWorld, type Identity, type ZhikuWorld } from "./zhiku-world";

let upstream: TestUpstream;
let zhiku: ZhikuWorld;

beforeAll(async () => {
  upstream = await createTestUpstream();
  zhiku = await createZhikuWorld(upstream);
});
afterAll(() => upstream.close());

const get = (id: number, who: Identity) =>
  upstream.call(zhikuContentApi.get, { params: { id } }, { as: zhiku.people[who] });

describe("a content", () => {
  const DENIALS: [Identity, string | null][] = [
    ["anonymous", "NOT_LOGIN"],
    ["newcomer", "USER_INFO_INCOMPLETE"],
    ["rejected", "USER_INFO_INCOMPLETE"],
    ["unentitled", "RIGHTS_NOT_SUBSCRIBED"],
    ["expired", "RIGHTS_NOT_SUBSCRIBED"],
    ["entitled", null],
  ];

  test.each(DENIALS)("%s is refused with %s, and gets the free part", async (who, denied) => {
    const id = await zhiku.add();
    const content = await get(id, who);
    expect(content.viewer.denied).toBe(denied);
    expect(content.contentHtml).toContain("<strong>前七天</strong>");
    expect(content.contentHtml.includes("付费的正文")).toBe(denied === null);
    expect(content.headings.map(({ text }) => text)).toEqual(["平台期"]);
    expect(content.contentHtml).not.toContain("more");
  });

  test("that is a trial is open to every complete profile", async () => {
    const id = await zhiku.add({ trial: true });
    const denials = await Promise.all(DENIALS.map(async ([who]) => (await get(id, who)).viewer.denied));
    expect(denials).toEqual(["NOT_LOGIN", "USER_INFO_INCOMPLETE", "USER_INFO_INCOMPLETE", null, null, null]);
  });

  test("of another category is closed", async () => {
    const id = await zhiku.add({ categoryId: zhiku.categories.finance });
    expect((await get(id, "entitled")).viewer.denied).toBe("RIGHTS_NOT_SUBSCRIBED");
  });

  test("without a mark has no free part", async () => {
    const id = await zhiku.add({ content: "全部付费" });
    expect((await get(id, "unentitled")).contentHtml).toBe("");
    expect((await get(id, "entitled")).contentHtml).toContain("全部付费");
  });

  test("that is unpublished or never existed is not found", async () => {
    const id = await zhiku.add();
    const { services } = upstream;
    const tree = await categoryTree(services);
    await transact(services.db, (trx) =>
      takeContentsOff(trx, services, { tree, ids: [id], at: services.clock().toISOString() }),
    );
    for (const gone of [id, 999_999]) {
      await expect(get(gone, "entitled")).rejects.toMatchObject({ code: "DOCUMENT_NOT_EXIST" });
      const query = { query: { contentId: gone } };
      await expect(upstream.call(zhikuContentApi.attachmentList, query)).rejects.toMatchObject({
        code: "DOCUMENT_NOT_EXIST",
      });
      await expect(upstream.call(zhikuContentApi.hasDocument, query)).rejects.toMatchObject({
        code: "DOCUMENT_NOT_EXIST",
      });
    }
  });

  test("takes few statements, for a member too", async () => {
    const id = await zhiku.add();
    const { statements, dependsOn } = await upstream.measure(
      zhikuContentApi.get,
      { params: { id } },
      { as: zhiku.people.entitled },
    );
    expect(statements).toBeLessThanOrEqual(6);
    expect(dependsOn).toContain(`zhiku/${id}`);
  });
});

describe("lists", () => {
  test("are filtered by category with its descendants, by type, time and readers; pages have no gaps or repeats", async () => {
    const { finance, growth, retention } = zhiku.categories;
    const own = { createdAt: "2020-01-01T00:00:00.000Z" };
    const inGrowth = await zhiku.add({ ...own, categoryId: growth, type: "template", title: "增长模板一份" });
    const inRetention = await zhiku.add({ ...own, categoryId: retention, type: "template", title: "留存模板一份" });
    const inFinance = await zhiku.add({ ...own, categoryId: finance, type: "template", title: "财务模板一份" });
    const ids = async (query: { categoryId?: number; type?: "template"; page?: number; pageSize?: number }) =>
      (await upstream.call(zhikuContentApi.list, { query })).list.map(({ id }) => id);
    expect(await ids({ type: "template" })).toEqual([inFinance, inRetention, inGrowth]);
    expect(await ids({ type: "template", categoryId: growth })).toEqual([inRetention, inGrowth]);
    expect(await ids({ type: "template", categoryId: retention })).toEqual([inRetention]);
    expect(await ids({ categoryId: 999_999 })).toEqual([]);

    const { total } = await upstream.call(zhikuContentApi.list, { query: {} });
    const paged: number[] = [];
    for (let page = 1; paged.length < total; page += 1) paged.push(...(await ids({ page, pageSize: 3 })));
    expect(new Set(paged).size).toBe(total);

    await upstream.services.db
      .updateTable("zhiku_contents")
      .set({ read_count: 99 })
      .where("id", "=", inGrowth)
      .execute();
    const hot = await upstream.call(zhikuContentApi.list, { query: { sort: "hot" } });
    expect(hot.list[0]?.id).toBe(inGrowth);
  });

  test("agree with a recount", async () => {
    const { db } = upstream.services;
    const totals = () =>
      db.selectFrom("list_totals").select(["list", "total"]).where("list", "like", "zhiku%").orderBy("list").execute();
    const before = await totals();
    await transact(db, rebuildLists);
    expect(before.length).toBeGreaterThan(5);
    expect(await totals()).toEqual(before.filter(({ total }) => total > 0));
  });

  test("recommend what is read most, and similar documents", async () => {
    const id = await zhiku.add();
    const all = await upstream.call(zhikuContentApi.recommendationList, { query: {} });
    expect(all.length).toBeLessThanOrEqual(8);
    const beside = await upstream.call(zhikuContentApi.recommendationList, { query: { contentId: id } });
    expect(beside.length).toBeGreaterThan(0);
    expect(beside.map((one) => one.id)).not.toContain(id);
    expect(beside.map((one) => one.category.id)).not.toContain(zhiku.categories.finance);
  });
});

describe("categories", () => {
  test("are a tree in one list, with the number of documents in and below each", async () => {
    const { finance, growth, retention } = zhiku.categories;
    const list = await upstream.call(zhikuCategoryApi.list, { query: { type: 1 } });
    expect(list.map(({ id, parentId }) => [id, parentId])).toEqual([
      [growth, null],
      [retention, growth],
      [finance, null],
    ]);
    const totals = Object.fromEntries(list.map(({ id, total }) => [id, total]));
    const { total } = await upstream.call(zhikuContentApi.list, { query: {} });
    expect((totals[growth] ?? 0) + (totals[finance] ?? 0)).toBe(total);
    await expect(upstream.call(zhikuCategoryApi.list, { query: { type: 2 as 1 } })).rejects.toMatchObject({
      code: "INVALID_PARAMS",
    });
    // @ts-expect-error the type must be sent, since the gateway adds no defaults
    await expect(upstream.call(zhikuCategoryApi.list, { query: {} })).rejects.toMatchObject({ code: "INVALID_PARAMS" });
  });

  test("have pictures, texts on rights, and trials", async () => {
    const { finance, growth, retention } = zhiku.categories;
    const one = await upstream.call(zhikuCategoryApi.configImage, { query: { categoryId: growth } });
    expect(one).toMatchObject({ categoryId: growth, cover: { width: 1200 }, banner: null });
    expect(await upstream.call(zhikuCategoryApi.imageList, {})).toHaveLength(3);
    const titles = async (categoryId?: number) =>
      (await upstream.call(zhikuCategoryApi.rightsTextList, { query: { categoryId } })).map(({ title }) => title);
    expect(await titles()).toEqual(["全库权益", "增长权益"]);
    expect(await titles(retention)).toEqual(["全库权益", "增长权益"]);
    expect(await titles(finance)).toEqual(["全库权益"]);

    const trial = await zhiku.add({ trial: true, categoryId: retention });
    const trials = await upstream.call(zhikuCategoryApi.trialList, { query: { categoryId: growth } });
    expect(trials.map(({ category }) => category.id)).toEqual([growth]);
    expect(trials[0]?.contents.map(({ id }) => id)).toContain(trial);
    expect((await upstream.call(zhikuCategoryApi.trialList, { query: {} })).map(({ category }) => category.id)).toEqual(
      [growth],
    );
  });
});

describe("content placed by the operator", () => {
  test("includes texts of zhiku and no others, and pictures by key", async () => {
    const { services } = upstream;
    const prepared = await Promise.all(
      ["zhikuSlogan", "about"].map((key) =>
        prepareSiteText(services, { key, content: `${key} 的文字`, kind: "short" }),
      ),
    );
    await transact(services.db, (trx) => setSiteTexts(trx, prepared));
    const text = (key: string) => upstream.call(zhikuConfigApi.text, { query: { key } });
    expect(await text("zhikuSlogan")).toMatchObject({ content: "zhikuSlogan 的文字" });
    expect(await text("about")).toBeNull();
    expect(Object.keys(await upstream.call(zhikuConfigApi.textList, { query: {} }))).toEqual(["zhikuSlogan"]);
    expect(await upstream.call(zhikuConfigApi.textList, { query: { keys: "about" } })).toEqual({});
    expect(await upstream.call(zhikuConfigApi.image, { query: { key: "home-hero" } })).toMatchObject({ title: "知库" });
    expect(await upstream.call(zhikuConfigApi.image, { query: { key: "nothing" } })).toBeNull();
    expect(await upstream.call(zhikuConfigApi.imageList, { query: { keys: "home-hero, other" } })).toHaveLength(1);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { zhikuHistoryApi } from "#app/contract/zhiku/history";
import { zhikuSearchApi } from "#app/contract/zhiku/search";
import { zhikuSuggestApi } from "#app/contract/zhiku/suggest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter } from "#tests/upstream/support/writer";
import { transact } from "#upstream/db/transact";
import { categoryTree } from "#upstream/modules/zhiku/category/tree";
import { takeContentsOff } from "#upstream/modules/zhiku/content/on-site";
import { createZhikuWorld, type Identity, type ZhikuWorld } from "./zhiku-world";

let now = new Date("2026-11-21T08:00:00.000Z");
let upstream: TestUpstream;
let zhiku: ZhikuWorld;
let paid: number;
let foreign: number;
let trial: number;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  zhiku = await createZhikuWorld(upstream);
  const { finance, growth } = zhiku.categories;
  paid = await zhiku.add({ content: "开头\n\n<!--more-->\n\n北极星指标写在付费正文里，同期群分析也是。" });
  foreign = await zhiku.add({
    categoryId: finance,
    type: "data",
    title: "现金流预测表",
    abstract: "十三周滚动预测",
    content: "北极星指标也出现在这份财务正文里。",
  });
  trial = await zhiku.add({
    categoryId: growth,
    trial: true,
    title: "激活漏斗入门",
    abstract: "试读的一篇",
    content: "试读正文里有北极星指标。",
  });
});
afterAll(() => upstream.close());

type Query = Parameters<typeof upstream.call<typeof zhikuSearchApi.content>>[1]["query"];
const search = (query: Query, who: Identity = "entitled") =>
  upstream.call(zhikuSearchApi.content, { query }, { as: zhiku.people[who] });
const ids = async (query: Query, who?: Identity) =>
  (await search(query, who)).list.map(({ id }) => id).sort((a, b) => a - b);

describe("a search", () => {
  test("requires a complete profile", async () => {
    await expect(search({ q: "指标" }, "anonymous")).rejects.toMatchObject({ code: "NOT_LOGIN" });
    for (const who of ["newcomer", "rejected"] as const) {
      await expect(search({ q: "指标" }, who)).rejects.toMatchObject({ code: "USER_INFO_INCOMPLETE" });
    }
  });

  test("searches titles and abstracts of all documents, and bodies that the reader may open", async () => {
    expect(await ids({ q: "现金流" })).toEqual([foreign]);
    expect(await ids({ q: "滚动预测" }, "unentitled")).toEqual([foreign]);
    expect(await ids({ q: "北极星指标" })).toEqual([paid, trial]);
    for (const who of ["unentitled", "expired"] as const) expect(await ids({ q: "北极星指标" }, who)).toEqual([trial]);
    expect((await search({ q: "同期群" }, "unentitled")).total).toBe(0);
    expect((await search({ q: "同期群" })).total).toBe(1);
  });

  test("shows no word of a closed body", async () => {
    const shown = JSON.stringify(await search({ q: "留存曲线" }, "unentitled"));
    expect(shown).toContain("读图指南");
    expect(shown).not.toContain("北极星");
    const open = await search({ q: "北极星" });
    expect(JSON.stringify(open.list.find(({ id }) => id === paid)?.snippet)).toContain("北极星");
  });

  test("can be limited to a category with its descendants, and to a type", async () => {
    const { finance, growth } = zhiku.categories;
    expect(await ids({ q: "北极星", categoryId: growth })).toEqual([paid, trial]);
    expect(await ids({ q: "北极星", categoryId: finance })).toEqual([]);
    expect(await ids({ q: "预测", type: "data" })).toEqual([foreign]);
    expect(await ids({ q: "预测", type: "report" })).toEqual([]);
    expect(await ids({ q: "北极星", categoryId: 999_999 })).toEqual([]);
  });

  test("suggests titles that the reader's search would find, and no words of bodies", async () => {
    const titles = async (
      query: Parameters<typeof upstream.call<typeof zhikuSuggestApi.titles>>[1]["query"],
      who: Identity,
    ) => (await upstream.call(zhikuSuggestApi.titles, { query }, { as: zhiku.people[who] })).map(({ id }) => id);
    const { finance, growth } = zhiku.categories;
    for (const who of ["entitled", "unentitled"] as const) {
      expect(await titles({ q: "现金流" }, who)).toEqual([foreign]);
      expect(await titles({ q: "激活漏" }, who)).toEqual([trial]);
      expect(await titles({ q: "北极星" }, who)).toEqual([]);
      expect(await titles({ q: "滚动预测" }, who)).toEqual([]);
    }
    expect(await titles({ q: "现金流", categoryId: growth }, "entitled")).toEqual([]);
    expect(await titles({ q: "现金流", categoryId: finance, type: "data" }, "entitled")).toEqual([foreign]);
    expect(await titles({ q: "现金流", type: "report" }, "entitled")).toEqual([]);
    await expect(titles({ q: "现金流" }, "anonymous")).rejects.toMatchObject({ code: "NOT_LOGIN" });
    await expect(titles({ q: "现金流" }, "newcomer")).rejects.toMatchObject({ code: "USER_INFO_INCOMPLETE" });
  });

  test("suggests zhiku titles among however many newer ones of the site", async () => {
    const write = createWriter(upstream);
    const authorId = await upstream.addUser("写得多的人", "13900009001");
    for (let at = 0; at < 61; at++) await write.question({ authorId, title: `现金流预测表第 ${at} 问` });
    const found = await upstream.call(
      zhikuSuggestApi.titles,
      { query: { q: "现金流" } },
      { as: zhiku.people.entitled },
    );
    expect(found).toEqual([{ id: foreign, title: "现金流预测表", type: "data" }]);
  });

  test("does not find unpublished documents", async () => {
    const { services } = upstream;
    const gone = await zhiku.add({ title: "独角兽名录", abstract: "将要下架" });
    expect(await ids({ q: "独角兽" })).toEqual([gone]);
    const tree = await categoryTree(services);
    await transact(services.db, (trx) =>
      takeContentsOff(trx, services, { tree, ids: [gone], at: services.clock().toISOString() }),
    );
    expect(await ids({ q: "独角兽" })).toEqual([]);
  });

  test("is stored for its owner, the last 20, and can be deleted", async () => {
    const as = zhiku.people.expired;
    await search({ q: "只是看看" }, "expired");
    expect(await upstream.call(zhikuHistoryApi.searches, {}, { as })).toEqual([]);
    for (let index = 0; index < 22; index += 1) {
      now = new Date(now.getTime() + 1000);
      await search({ q: `词${index}` }, "expired");
      await upstream.call(zhikuHistoryApi.rememberSearch, { body: { q: `词${index}` } }, { as });
    }
    const kept = await upstream.call(zhikuHistoryApi.searches, {}, { as });
    expect(kept).toHaveLength(20);
    expect(kept[0]).toBe("词21");
    await upstream.call(zhikuHistoryApi.forgetSearches, {}, { as });
    expect(await upstream.call(zhikuHistoryApi.searches, {}, { as })).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { zhikuContentApi } from "#app/contract/zhiku/content";
import { zhikuFavoritesApi } from "#app/contract/zhiku/favorites";
import { zhikuSearchApi } from "#app/contract/zhiku/search";
import { zhikuUserJourneyApi } from "#app/contract/zhiku/user-journey";
import { zhikuUserRecorderApi } from "#app/contract/zhiku/user-recorder";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { countAll } from "#upstream/db/migrations/0047-what-is-behind";
import { transact } from "#upstream/db/transact";
import { grantRight } from "#upstream/modules/zhiku/rights/grant";
import { createZhikuWorld, type Identity, type ZhikuWorld } from "./zhiku-world";

const DAY = 24 * 60 * 60 * 1000;
let now = new Date("2026-11-21T08:00:00.000Z");
let upstream: TestUpstream;
let zhiku: ZhikuWorld;
let paid: number;
let foreign: number;
let trial: number;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  zhiku = await createZhikuWorld(upstream);
  paid = await zhiku.add();
  foreign = await zhiku.add({ categoryId: zhiku.categories.finance, title: "现金流预测表" });
  trial = await zhiku.add({ trial: true, title: "激活漏斗入门" });
});
afterAll(() => upstream.close());

/** A member's access to the three documents in the list of all. */
async function standings(who: Identity) {
  const { list } = await upstream.call(zhikuContentApi.list, { query: {} }, { as: zhiku.people[who] });
  return [paid, foreign, trial].map((id) => list.find((one) => one.id === id)?.viewer);
}

describe("in a list", () => {
  const shut = (denied: string) => ({ denied, percent: null });
  const open = { denied: null, percent: null };
  test.each([
    ["anonymous", [shut("NOT_LOGIN"), shut("NOT_LOGIN"), shut("NOT_LOGIN")]],
    ["newcomer", [shut("USER_INFO_INCOMPLETE"), shut("USER_INFO_INCOMPLETE"), shut("USER_INFO_INCOMPLETE")]],
    ["rejected", [shut("USER_INFO_INCOMPLETE"), shut("USER_INFO_INCOMPLETE"), shut("USER_INFO_INCOMPLETE")]],
    ["unentitled", [shut("RIGHTS_NOT_SUBSCRIBED"), shut("RIGHTS_NOT_SUBSCRIBED"), open]],
    ["expired", [shut("RIGHTS_NOT_SUBSCRIBED"), shut("RIGHTS_NOT_SUBSCRIBED"), open]],
    ["entitled", [open, shut("RIGHTS_NOT_SUBSCRIBED"), open]],
  ] as const)("%s sees what is open to them", async (who, expected) => {
    expect(await standings(who)).toEqual(expected);
  });

  test("what is open takes two or three statements per page, and none for visitors", async () => {
    const cost = async (who: Identity) =>
      (await upstream.measure(zhikuContentApi.list, { query: {} }, { as: zhiku.people[who] })).statements;
    await cost("anonymous");
    const before = [await cost("anonymous"), await cost("entitled")];
    expect((before[1] ?? 0) - (before[0] ?? 0)).toBeLessThanOrEqual(3);
    await Promise.all(Array.from({ length: 8 }, (_, index) => zhiku.add({ title: `第 ${index} 份` })));
    expect([await cost("anonymous"), await cost("entitled")]).toEqual(before);
  });
});

test("reading progress is private, and shown in all lists, even once the document is closed again", async () => {
  const { people } = zhiku;
  const reader = await upstream.addUser("读到一半", "8613700000099");
  const { services } = upstream;
  await services.db
    .insertInto("zhiku_profiles")
    .values({
      user_id: reader,
      name: "甲",
      company: "乙",
      department: "丙",
      position: "丁",
      phone: "13700000099",
      email: "a@example.com",
      rejected: 0,
      reject_reason: "",
      reviewed_at: null,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    })
    .execute();
  const grant = {
    userId: reader,
    categoryId: zhiku.categories.growth,
    days: 30,
    source: "operator",
    orderId: null,
  } as const;
  await transact(services.db, (trx) => grantRight(trx, services, grant));
  const { id } = await upstream.call(zhikuUserJourneyApi.open, { body: { contentId: paid } }, { as: reader });
  await upstream.call(
    zhikuUserJourneyApi.update,
    { body: { id, percent: 40, anchor: null, version: 1 } },
    { as: reader },
  );
  await upstream.call(zhikuFavoritesApi.add, { body: { contentId: paid } }, { as: reader });

  const everywhere = async () => {
    const as = { as: reader };
    const listed = (await upstream.call(zhikuContentApi.list, { query: {} }, as)).list.find((one) => one.id === paid);
    const found = await upstream.call(zhikuSearchApi.content, { query: { q: "留存曲线" } }, as);
    return [
      listed?.viewer,
      (await upstream.call(zhikuFavoritesApi.list, { query: {} }, as)).list[0]?.viewer,
      (await upstream.call(zhikuUserRecorderApi.list, { query: {} }, as)).list[0]?.content.viewer,
      found.list.find((one) => one.id === paid)?.viewer,
    ];
  };
  const opened = { denied: null, percent: 40 };
  expect(await everywhere()).toEqual([opened, opened, opened, opened]);
  const { list } = await upstream.call(zhikuContentApi.list, { query: {} }, { as: people.entitled });
  expect(list.find((one) => one.id === paid)?.viewer).toEqual({ denied: null, percent: null });
  now = new Date(now.getTime() + 31 * DAY);
  const shut = { denied: "RIGHTS_NOT_SUBSCRIBED", percent: 40 };
  expect(await everywhere()).toEqual([shut, shut, shut, shut]);
});

describe("the content behind the paywall", () => {
  const CONTENT = [
    "## 开头\n\n先看这里。",
    "<!--more-->",
    "## 方法\n\n| 一 | 二 |\n| --- | --- |\n| 甲 | 乙 |\n\n### 细节\n\n| 三 |\n| --- |\n| 丙 |",
    "## 结论\n\n`<table` 与 <table> 写在字里，不算表格。\n\n![图](/oss/image/one.webp)",
  ].join("\n\n");

  test("is counted when written, and its headings are marked as closed or open", async () => {
    const id = await zhiku.add({ content: CONTENT });
    const get = (who: Identity) => upstream.call(zhikuContentApi.get, { params: { id } }, { as: zhiku.people[who] });
    const visitor = await get("anonymous");
    expect([visitor.tableCount, visitor.pictureCount]).toEqual([2, 1]);
    expect(visitor.headings.map(({ text, shut }) => [text, shut])).toEqual([
      ["开头", false],
      ["方法", true],
      ["细节", true],
      ["结论", true],
    ]);
    expect(visitor.contentHtml).not.toContain("甲");
    now = new Date("2026-11-21T08:00:00.000Z");
    expect((await get("entitled")).headings.some(({ shut }) => shut)).toBe(false);
  });

  test("of older documents is counted by the migration in the same way", async () => {
    const { db } = upstream.services;
    const id = await zhiku.add({ content: CONTENT });
    const counted = () =>
      db
        .selectFrom("zhiku_contents")
        .select(["table_count", "picture_count", "free_headings"])
        .where("id", "=", id)
        .executeTakeFirst();
    const written = await counted();
    await db.updateTable("zhiku_contents").set({ table_count: 0, picture_count: 0, free_headings: 0 }).execute();
    await countAll(db as never);
    expect(await counted()).toEqual(written);
    expect(written).toEqual({ table_count: 2, picture_count: 1, free_headings: 1 });
  });
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { type NamedSort, searchNamedApi } from "#app/contract/reading/search-named";
import { suggestApi } from "#app/contract/reading/suggest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter } from "#tests/upstream/support/writer";
import { bump } from "#upstream/db/versions";
import { claimName } from "#upstream/modules/user/claim-name";

let upstream: TestUpstream;
let author: number;

beforeAll(async () => {
  upstream = await createTestUpstream();
  const id = await upstream.addUser("Data 小王");
  await claimName(upstream.services.db, { userId: id, nickname: "Data 小王", anew: true });
  author = id;
  await createWriter(upstream).article({ authorId: id, title: "标签在这里", tags: ["数据治理", "写作"] });
  const { db } = upstream.services;
  const at = "2026-05-01T00:00:00.000Z";
  const announcement = { content: "<p>", content_html: "", excerpt: "摘要", created_at: at };
  await db
    .insertInto("announcements")
    .values([
      { ...announcement, title: "五月的维护", content: "数据库升级 100%" },
      { ...announcement, title: "数据库升级完成", content: "好了" },
    ])
    .execute();
  await bump(db, ["announcements"]);
});
afterAll(() => upstream.close());

const names = async (kind: NamedSort, q: string) => {
  const { list, total } = await upstream.call(searchNamedApi.list, { query: { kind, q } });
  expect(total).toBe(list.length);
  return list.map(({ name }) => name);
};

test("people, tags and announcements are found by each of their words, titles first", async () => {
  expect(await names("user", "data小")).toEqual(["Data 小王"]);
  expect(await names("tag", "数据")).toEqual(["数据治理"]);
  expect(await names("announcement", "数据库 升级")).toEqual(["数据库升级完成", "五月的维护"]);
  expect(await names("activity", "数据")).toEqual([]);
});

/** Titles and names with full-width characters, quotes, or letters outside ASCII. */
const TITLES = [
  "设计系统走读：一个按钮的前世今生",
  "“慢查询”（下）——从两秒到十毫秒！",
  "ＳＱＬ　训练营",
  "École d'été…",
  "用 C++、C# 与 .NET，还有 node.js。",
  "a_b 与！",
];
const TAGS = ["Ａ全角", "École", "C++", "A/B测试", "100%", "node.js"];

test("activities, announcements and tags are found by their own name, whatever its characters, and by plain ones", async () => {
  const { db } = upstream.services;
  const at = "2026-05-02T00:00:00.000Z";
  const text = { content: "正文", content_html: "", excerpt: "" };
  const activity = { ...text, city: "", cover: null, starts_at: at, ends_at: at, form_id: null, capacity: null };
  await db
    .insertInto("announcements")
    .values(TITLES.map((title) => ({ ...text, title, created_at: at })))
    .execute();
  await db
    .insertInto("activities")
    .values(TITLES.map((title) => ({ ...activity, title, created_at: at })))
    .execute();
  await db
    .insertInto("tags")
    .values(TAGS.map((name) => ({ name, total: 1 })))
    .execute();
  await bump(db, ["announcements", "activities", "questions"]);
  for (const title of TITLES) {
    for (const q of [title, title.normalize("NFKC"), title.toLowerCase(), title.toUpperCase()]) {
      expect(await names("activity", q), q).toEqual([title]);
      expect(await names("announcement", q), q).toEqual([title]);
    }
  }
  for (const name of TAGS) {
    for (const q of [name, name.normalize("NFKC"), name.toLowerCase(), name.toUpperCase()]) {
      expect(await names("tag", q), q).toEqual([name]);
      const suggested = await upstream.call(suggestApi.tags, { query: { q } }, { as: author });
      expect(
        suggested.map((tag) => tag.name),
        q,
      ).toEqual([name]);
    }
  }
  expect(await names("activity", "按钮，前世")).toEqual([TITLES[0]]);
  expect(await names("activity", "c# .net")).toEqual([TITLES[4]]);
  expect(await names("activity", "c# java")).toEqual([]);
});

test("pattern characters are searched for literally, and an empty query finds nothing", async () => {
  expect(await names("announcement", "100%")).toEqual(["五月的维护"]);
  for (const kind of ["user", "tag", "announcement", "activity"] as const) {
    for (const q of ["", "%", "_", "\\", "'", " \0 "])
      expect(await names(kind, q).then((list) => list.length)).toBeLessThan(2);
  }
});

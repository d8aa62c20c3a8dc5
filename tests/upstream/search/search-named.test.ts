import { afterAll, beforeAll, expect, test } from "vitest";
import { type NamedSort, searchNamedApi } from "#app/contract/reading/search-named";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter } from "#tests/upstream/support/writer";
import { bump } from "#upstream/db/versions";
import { claimName } from "#upstream/modules/user/claim-name";

let site: TestUpstream;

beforeAll(async () => {
  site = await createTestUpstream();
  const id = await site.addUser("Data 小王");
  await claimName(site.services.db, { userId: id, nickname: "Data 小王", anew: true });
  await createWriter(site).article({ authorId: id, title: "标签在这里", tags: ["数据治理", "写作"] });
  const { db } = site.services;
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
afterAll(() => site.close());

const names = async (kind: NamedSort, q: string) => {
  const { list, total } = await site.call(searchNamedApi.list, { query: { kind, q } });
  expect(total).toBe(list.length);
  return list.map(({ name }) => name);
};

test("people, tags and announcements are found by each of their words, titles first", async () => {
  expect(await names("user", "data小")).toEqual(["Data 小王"]);
  expect(await names("tag", "数据")).toEqual(["数据治理"]);
  expect(await names("announcement", "数据库 升级")).toEqual(["数据库升级完成", "五月的维护"]);
  expect(await names("activity", "数据")).toEqual([]);
});

test("pattern characters are searched for literally, and an empty query finds nothing", async () => {
  expect(await names("announcement", "100%")).toEqual(["五月的维护"]);
  for (const kind of ["user", "tag", "announcement", "activity"] as const) {
    for (const q of ["", "%", "_", "\\", "'", " \0 "])
      expect(await names(kind, q).then((list) => list.length)).toBeLessThan(2);
  }
});

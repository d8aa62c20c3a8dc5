import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { PG_SERVER } from "#tests/upstream/support/pg-server";
import { lockOwnList } from "#upstream/db/lists/own-list-anchors";
import { addToLists, GAP } from "#upstream/db/lists/site-lists";
import { importFolder } from "#upstream/import/import-folder";
import { temporaryFolders } from "./temporary-folders";

let upstream: TestUpstream;
const folderOf = temporaryFolders();
const article = (title: string) => ({ [`${title}.md`]: `---\ntitle: ${title}\nauthor: 林知远\n---\n正文\n` });
/** Total of the list of all articles. */
const total = async () =>
  (
    await upstream.services.db
      .selectFrom("list_totals")
      .select("total")
      .where("list", "=", "article")
      .executeTakeFirst()
  )?.total;
const setTotal = (to: number) =>
  upstream.services.db.updateTable("list_totals").set({ total: to }).where("list", "=", "article").execute();

beforeAll(async () => {
  upstream = await createTestUpstream();
});
afterAll(() => upstream.close());

test("lists that a failed import left are rebuilt by the next one, even if that has nothing new", async () => {
  const folder = folderOf(article("第一篇"));
  const { connection } = upstream.services;
  const failing = vi.spyOn(connection, "unlimited").mockRejectedValue(new Error("连接断了"));
  await expect(importFolder(upstream.services, folder)).rejects.toThrow("连接断了");
  failing.mockRestore();
  await setTotal(40);
  expect(await importFolder(upstream.services, folder)).toMatchObject({ imported: 0, unchanged: 1 });
  expect(Number(await total())).toBe(1);
  // That is done: without new texts nothing is rebuilt.
  await setTotal(40);
  await importFolder(upstream.services, folder);
  expect(Number(await total())).toBe(40);
});

// On SQLite they are sequential anyway.
test.skipIf(!PG_SERVER)("an import that waits for a member's lists keeps nobody from publishing", async () => {
  const { db } = upstream.services;
  const member = await upstream.addUser("有很多关注的人");
  await db.updateTable("users").set({ follow_count: GAP }).where("id", "=", member).execute();
  let imported: Promise<{ imported: number }> | undefined;
  await db.transaction().execute(async (trx) => {
    await lockOwnList(trx, "follow_count", member);
    imported = importFolder(upstream.services, folderOf(article("第二篇")));
    await vi.waitFor(async () => {
      const waiting = await sql`select 1 from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(db);
      expect(waiting.rows).not.toEqual([]);
    }, 20_000);
    await sql`set local lock_timeout = '500ms'`.execute(trx);
    await addToLists(trx, ["article"], { createdAt: "2026-11-20T08:00:00.000Z", id: 1_000_000 });
  });
  expect(await imported).toMatchObject({ imported: 1, bad: [] });
});

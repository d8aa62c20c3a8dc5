import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { articleApi } from "#app/contract/content/article";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { openSqlite, type SqliteDatabase } from "#upstream/db/sqlite";
import { TransactionTimeoutError, transact } from "#upstream/db/transact";
import { holdLog } from "#upstream/jobs/backup/held-log";

const folder = mkdtempSync(join(tmpdir(), "shequ-lock-"));
const file = join(folder, "shequ.db");
let upstream: TestUpstream;
/** Another program on the same file. */
let other: SqliteDatabase;
let author: number;

beforeAll(async () => {
  upstream = await createTestUpstream({ config: { database: { kind: "sqlite", file } } });
  author = await upstream.addUser("执笔的人", "8613800000001");
  other = openSqlite(file);
});
afterAll(async () => {
  other.close();
  await upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

const publish = (title: string) =>
  upstream.call(articleApi.create, { body: { title, content: "正文" } }, { as: author });
const titles = async () => (await upstream.call(articleApi.list, { query: {} })).list.map(({ title }) => title);

test("while another program writes, reads work and writes wait", async () => {
  await publish("锁之前写好的文章");
  other.exec("begin immediate");
  let written = 0;
  const writes = ["锁住时写的第一篇", "锁住时写的第二篇", "锁住时写的第三篇"].map((title) =>
    publish(title).then(() => {
      written += 1;
    }),
  );
  for (let read = 0; read < 20; read += 1) {
    expect(await titles()).toEqual(["锁之前写好的文章"]);
    // Timers run meanwhile, too.
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(written).toBe(0);
  other.exec("commit");
  await Promise.all(writes);
  expect((await titles()).length).toBe(4);
});

test("writes that waited for another program run in order of arrival, before later ones", async () => {
  const { db } = upstream.services;
  const order: number[] = [];
  const write = (n: number) =>
    transact(db, async (trx) => {
      await trx
        .updateTable("users")
        .set({ headline: `${n}` })
        .where("id", "=", author)
        .execute();
      order.push(n);
    });
  other.exec("begin immediate");
  const waiting = [0, 1, 2, 3, 4].map(write);
  // By now each has found the file locked and stands in line; with less it may not, and the test would pass as well.
  await new Promise((resolve) => setTimeout(resolve, 100));
  other.exec("commit");
  const later = write(5);
  await Promise.all([...waiting, later]);
  expect(order).toEqual([0, 1, 2, 3, 4, 5]);
});

test("a transaction whose caller has given up is rolled back", async () => {
  const rename = (name: string, timeMax?: number) =>
    transact(
      upstream.services.db,
      async (trx) => {
        await trx.updateTable("users").set({ nickname: name }).where("id", "=", author).execute();
        await new Promise((resolve) => setTimeout(resolve, 20));
      },
      timeMax,
    );
  await expect(rename("太迟的名字", 10)).rejects.toThrow(TransactionTimeoutError);
  const name = () => upstream.services.db.selectFrom("users").select("nickname").where("id", "=", author).execute();
  expect(await name()).toEqual([{ nickname: "执笔的人" }]);
  await rename("及时的名字");
  expect(await name()).toEqual([{ nickname: "及时的名字" }]);
});

test("a full disk is reported as such, and the transaction is rolled back", async () => {
  const { db } = upstream.services;
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(db);
  const fill = transact(db, async (trx) => {
    await trx.updateTable("users").set({ nickname: "写不下的名字" }).where("id", "=", author).execute();
    await trx
      .insertInto("site_settings")
      .values({ key: "large", value: "字".repeat(1_000_000) })
      .execute();
  });
  await expect(fill).rejects.toThrow("database or disk is full");
  await sql.raw("pragma max_page_count = 1000000").execute(db);
  const { nickname } = await db
    .selectFrom("users")
    .select("nickname")
    .where("id", "=", author)
    .executeTakeFirstOrThrow();
  expect(nickname).toBe("及时的名字");
  await publish("磁盘有了空间之后");
});

test("a connection that is closed while the log is held does not wait for it, keeping others from writing", async () => {
  const held = holdLog(file);
  await upstream.services.db.updateTable("users").set({ headline: "写在占住的日志里" }).execute();
  const began = performance.now();
  openSqlite(file).close();
  // It used to wait for five seconds, with the lock of the writers.
  expect(performance.now() - began).toBeLessThan(4_000);
  held.close();
});

test("a database that can't be checkpointed, as on a full disk, is closed nonetheless", () => {
  const left = openSqlite(join(folder, "left.db"));
  left.exec("create table t (a)");
  left.exec("begin immediate");
  left.exec("insert into t values (1)");
  // Refused within a transaction.
  left.close();
  expect(() => left.exec("select 1")).toThrow();
});

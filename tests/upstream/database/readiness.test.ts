import { type KyselyPlugin, sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { PG_SERVER } from "#tests/upstream/support/pg-server";
import { openSqlite } from "#upstream/db/sqlite";
import { createReadiness } from "#upstream/readiness";

const MINUTE = 60_000;
const PLENTY = 1e12;
let upstream: TestUpstream | undefined;
afterEach(async () => {
  await upstream?.close();
  upstream = undefined;
});

async function setUp() {
  upstream = await createTestUpstream();
  const { services } = upstream;
  const log: string[] = [];
  const disk = { free: PLENTY };
  let now = 0;
  const ready = createReadiness(
    { ...services, note: (event, fields) => log.push(`${event} ${fields?.reason ?? ""}`.trim()) },
    { clock: () => now, freeBytes: async () => disk.free },
  );
  const statements = async () => {
    const before = services.connection.statements();
    await ready();
    return services.connection.statements() - before;
  };
  return { services, ready, statements, log, disk, pass: (milliseconds: number) => (now += milliseconds) };
}

test("the check reads each time and writes twice a minute", async () => {
  const { services, ready, statements, pass, log } = await setUp();
  expect(await ready()).toBe(true);
  for (let probe = 0; probe < 5; probe += 1) expect(await statements()).toBe(1);
  pass(MINUTE / 2);
  const before = services.connection.statements();
  await ready();
  // No request waits for a background check.
  await expect.poll(() => services.connection.statements() - before).toBe(2);
  expect(await statements()).toBe(1);
  expect(log).toEqual([]);
});

test("a full disk is logged once, and again when it has space", async () => {
  const { ready, log, disk } = await setUp();
  expect(await ready()).toBe(true);
  disk.free = 1024;
  expect([await ready(), await ready()]).toEqual([false, false]);
  disk.free = PLENTY;
  expect(await ready()).toBe(true);
  expect(log).toEqual(["not_ready the disk is full", "ready_again"]);
});

test("a database that refuses writes is not ready, and is tried each time until it accepts them", async () => {
  const { services, ready, log, pass } = await setUp();
  expect(await ready()).toBe(true);
  const { db, connection } = services;
  const refuse =
    connection.kind === "sqlite" ? "pragma query_only = 1" : "alter table site_settings rename to elsewhere";
  const allow =
    connection.kind === "sqlite" ? "pragma query_only = 0" : "alter table elsewhere rename to site_settings";
  await sql.raw(refuse).execute(db);
  pass(MINUTE);
  await expect.poll(ready).toBe(false);
  expect(log.at(-1)).toMatch(/^not_ready the database (?:takes no writes|does not answer): /);
  await sql.raw(allow).execute(db);
  expect(await ready()).toBe(true);
  expect(log.at(-1)).toBe("ready_again");
});

test.skipIf(PG_SERVER)(
  "a database that another program writes to for long is ready",
  async () => {
    const { services, ready, log, pass } = await setUp();
    const { database } = services.config;
    const other = openSqlite(database.kind === "sqlite" ? database.file : "");
    other.exec("begin immediate");
    try {
      expect(await ready()).toBe(true);
      pass(MINUTE);
      expect(await ready()).toBe(true);
      expect(log).toEqual([]);
    } finally {
      other.exec("rollback");
      other.close();
    }
  },
  20_000,
);

test("a lock is recognized as either driver of SQLite reports it", async () => {
  const { services } = await setUp();
  for (const error of [{ code: "SQLITE_BUSY_SNAPSHOT" }, { code: "ERR_SQLITE_ERROR", errcode: 5 }]) {
    const locked: KyselyPlugin = {
      transformQuery({ node }) {
        if (node.kind === "InsertQueryNode") throw Object.assign(new Error("database is locked"), error);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const connection = { ...services.connection, aside: services.connection.aside.withPlugin(locked) };
    expect(await createReadiness({ ...services, connection }, { freeBytes: async () => PLENTY })(), error.code).toBe(
      true,
    );
  }
});

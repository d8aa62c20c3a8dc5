import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { PG_SERVER } from "#tests/upstream/support/pg-server";
import { createWriter } from "#tests/upstream/support/writer";
import type { Db } from "#upstream/db/dialect";
import { TransactionTimeoutError, transact, UnknownOutcome } from "#upstream/db/transact";
import { startPostgres } from "../../../scripts/private-postgres.mjs";

/** Milliseconds; as short as possible on a busy machine. */
const LIMITS = {
  poolMax: 4,
  connectionTimeout: 1_000,
  statementTimeout: 2_000,
  lockTimeout: 500,
  idleTransactionTimeout: 1_500,
};

describe.skipIf(!PG_SERVER)("a server of its own, that can be restarted", { timeout: 60_000 }, () => {
  let server: NonNullable<Awaited<ReturnType<typeof startPostgres>>>;
  let upstream: TestUpstream;
  let author: number;
  let admin: pg.Client;

  beforeAll(async () => {
    const started = await startPostgres();
    if (!started) throw new Error("PostgreSQL is not installed");
    server = started;
    upstream = await createTestUpstream({
      config: { database: { kind: "postgres", url: server.url, limits: LIMITS }, logLevel: "silent" },
    });
    author = await upstream.addUser("执笔的人", "8613800000001");
    admin = await connectAdmin();
  }, 60_000);
  afterAll(async () => {
    await admin?.end();
    await upstream?.close();
    server?.stop();
  });

  async function connectAdmin(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: server.url });
    client.on("error", () => {});
    await client.connect();
    return client;
  }

  /** Without write limits. */
  const publish = () => createWriter(upstream).article({ authorId: author });
  const count = async () => Number((await admin.query("select count(*) as n from articles")).rows[0].n);
  const isWritten = () =>
    publish().then(
      () => true,
      () => false,
    );

  async function show(db: Db, name: string): Promise<string> {
    const { rows } = await sql.raw<Record<string, string>>(`show ${name}`).execute(db);
    return rows[0]?.[name] ?? "";
  }

  test("every connection has the limits of the settings", async () => {
    const { db } = upstream.services;
    const limits = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"];
    expect(await Promise.all(limits.map((name) => show(db, name)))).toEqual(["2s", "500ms", "1500ms"]);
    expect(await show(db, "jit")).toBe("off");
    await Promise.all(Array.from({ length: 12 }, () => sql`select pg_sleep(0.05)`.execute(db)));
    const own = await admin.query("select count(*) as n from pg_stat_activity where application_name = 'shequ'");
    expect(Number(own.rows[0].n)).toBeLessThanOrEqual(LIMITS.poolMax + 2);
  });

  test.each(["fast", "immediate"] as const)(
    "restarted (%s) under eight writers, it continues to accept writes",
    async (mode) => {
      for (let round = 0; round < 3; round += 1) {
        const writers = Array.from({ length: 8 }, isWritten);
        // Some of them are in the middle of a transaction.
        await new Promise((resolve) => setImmediate(resolve));
        server.restart(mode);
        await Promise.all(writers);
        await expect.poll(isWritten).toBe(true);
      }
      admin = await connectAdmin();
    },
  );

  test("ending a busy connection ends its transaction and nothing else", async () => {
    const transaction = transact(upstream.services.db, async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await trx.updateTable("users").set({ nickname: "不该有的名字" }).where("id", "=", author).execute();
      await admin.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
      await trx.selectFrom("users").select("id").execute();
    });
    await expect(transaction).rejects.not.toThrow(UnknownOutcome);
    const user = await admin.query("select nickname from users where id = $1", [author]);
    expect(user.rows[0].nickname).toBe("执笔的人");
    expect(await isWritten()).toBe(true);
  });

  test("while other programs use all connections nothing is written; afterwards writes continue", async () => {
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'shequ' and pid <> pg_backend_pid()",
    );
    const others: pg.Client[] = [];
    for (let free = true; free; ) {
      await connectAdmin().then(
        (client) => others.push(client),
        () => {
          free = false;
        },
      );
    }
    expect(others.length).toBeGreaterThan(50);
    expect(await isWritten()).toBe(false);
    await Promise.all(others.map((client) => client.end()));
    await expect.poll(isWritten).toBe(true);
  });

  test("a commit whose connection is lost is reported as possibly done", async () => {
    const end = async (trx: Db) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await admin.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
    };
    await expect(transact(upstream.services.db, end)).rejects.toThrow(UnknownOutcome);
  });

  test("behind a locked version row writes fail without effect, while reads and readiness checks work", async () => {
    await publish();
    const before = await count();
    const version = await upstream.program.versions.now();
    await admin.query("begin");
    await admin.query("update versions set version = version where key = '#'");
    const writes = Array.from({ length: 12 }, () =>
      publish().then(
        () => "written",
        () => "failed",
      ),
    );
    for (let look = 0; look < 10; look += 1) {
      expect(await upstream.program.versions.now()).toBe(version);
      expect(await upstream.program.versions.latest(["articles"])).toBe(version);
      expect(await upstream.program.ready()).toBe(true);
    }
    expect(new Set(await Promise.all(writes))).toEqual(new Set(["failed"]));
    await admin.query("rollback");
    await publish();
    expect(await count()).toBe(before + 1);
  });

  test("an idle transaction is ended and its locks are released", async () => {
    const silent = transact(upstream.services.db, async (trx) => {
      await trx.updateTable("users").set({ headline: "占着不放" }).where("id", "=", author).execute();
      await new Promise((resolve) => setTimeout(resolve, LIMITS.idleTransactionTimeout * 2));
    });
    await expect(silent).rejects.toThrow();
    expect(await isWritten()).toBe(true);
  });

  test("a transaction whose caller has given up is rolled back", async () => {
    const late = transact(
      upstream.services.db,
      async (trx) => {
        await trx.updateTable("users").set({ headline: "太迟" }).where("id", "=", author).execute();
        await new Promise((resolve) => setTimeout(resolve, 20));
      },
      10,
    );
    await expect(late).rejects.toThrow(TransactionTimeoutError);
    const user = await admin.query("select headline from users where id = $1", [author]);
    expect(user.rows[0].headline).not.toBe("太迟");
  });

  test("version checks that arrive during one share the next", async () => {
    const { services, program } = upstream;
    const before = services.connection.statements();
    const first = program.versions.now();
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([first, ...Array.from({ length: 50 }, () => program.versions.now())]);
    expect(services.connection.statements() - before).toBeLessThanOrEqual(2);
  });
});

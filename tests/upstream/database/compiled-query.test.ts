import { Kysely, sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { PG_SERVER } from "#tests/upstream/support/pg-server";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import { openSqlite } from "#upstream/db/sqlite";
import { PatientSqliteDialect } from "#upstream/db/sqlite-dialect";

let upstream: TestUpstream;
beforeEach(async () => {
  upstream = await createTestUpstream();
  const names = ["甲", "乙", "丙", "丁"];
  const created_at = "2026-01-01T00:00:00.000Z";
  await upstream.services.db
    .insertInto("users")
    .values(
      names.map((nickname, n) => ({
        nickname,
        headline: n % 2 ? "odd" : "even",
        created_at,
        avatar: "",
        bio: "",
        company: "",
        city: "",
      })),
    )
    .execute();
});
afterEach(() => upstream.close());

let built = 0;
const nicknames = compiledQuery(
  (
    db,
    { among, headline, limit }: { among: readonly string[]; headline: string; limit: number },
    way: "asc" | "desc",
  ) => {
    built += 1;
    return db
      .selectFrom("users")
      .select("nickname")
      .where("nickname", "in", among)
      .where("headline", "in", [headline, "constant"])
      .orderBy("id", way)
      .limit(limit);
  },
);
const ask = async (among: string[], headline: string, limit: number, way: "asc" | "desc") =>
  (await nicknames(upstream.services.db, { among, headline, limit }, way)).map((row) => row.nickname);

it("runs with the values of each call, in the order of the statement", async () => {
  expect(await ask(["甲", "乙", "丙"], "even", 9, "asc")).toEqual(["甲", "丙"]);
  expect(await ask(["甲", "乙", "丙"], "even", 1, "desc")).toEqual(["丙"]);
  expect(await ask(["丙", "乙", "丁"], "odd", 9, "asc")).toEqual(["乙", "丁"]);
  expect(await ask(["甲"], "even", 9, "asc")).toEqual(["甲"]);
  expect(await ask(["甲", "乙"], "even", 9, "asc")).toEqual(["甲"]);
});

it("is built once for each choice and each list length", async () => {
  built = 0;
  for (let n = 0; n < 5; n++) await ask(["甲", "乙", "丙"], "even", n, "asc");
  expect(built).toBe(1);
  await ask(["甲", "乙", "丙"], "even", 1, "desc");
  await ask(["甲", "乙"], "even", 1, "desc");
  expect(built).toBe(3);
});

it("runs in the given transaction", async () => {
  const { db } = upstream.services;
  const inside = db.transaction().execute(async (trx) => {
    await trx.updateTable("users").set({ headline: "gone" }).where("nickname", "=", "甲").execute();
    const values = { among: ["甲", "乙", "丙"], headline: "even", limit: 9 };
    expect(await nicknames(trx, values, "asc")).toEqual([{ nickname: "丙" }]);
    throw new Error("back");
  });
  await expect(inside).rejects.toThrow("back");
  expect(await ask(["甲", "乙", "丙"], "even", 9, "asc")).toEqual(["甲", "丙"]);
});

const addUser = compiledQuery((db, { nickname, created_at }: { nickname: string; created_at: string }) => {
  const texts = { headline: "new", avatar: "", bio: "", company: "", city: "" };
  return db
    .insertInto("users")
    .values({ nickname, created_at, ...texts })
    .returning("nickname");
});
const rename = compiledQuery((db, { from, to }: { from: string; to: string }) =>
  db.updateTable("users").set({ nickname: to }).where("nickname", "=", from),
);
const FIRST_DAY = "2026-01-01T00:00:00.000Z";

it("shows nobody else what a transaction has not committed, and waits for its turn to write", async () => {
  const { db } = upstream.services;
  const later: Promise<unknown>[] = [];
  const order: string[] = [];
  const values = { among: ["戊", "己", "庚"], headline: "new", limit: 9 };
  const inside = db.transaction().execute(async (trx) => {
    await addUser(trx, { nickname: "戊", created_at: FIRST_DAY });
    later.push(nicknames(db, values, "asc").then((rows) => order.push(`read ${rows.length}`)));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await nicknames(trx, values, "asc")).toEqual([{ nickname: "戊" }]);
    order.push("rolled back");
    throw new Error("back");
  });
  await expect(inside).rejects.toThrow("back");
  await Promise.all(later);
  expect(order.toSorted()).toEqual(["read 0", "rolled back"]);

  const writing = db.transaction().execute(async (trx) => {
    await addUser(trx, { nickname: "己", created_at: FIRST_DAY });
    // On PostgreSQL, others can write at once.
    later.push(addUser(db, { nickname: "庚", created_at: FIRST_DAY }));
    await new Promise((resolve) => setTimeout(resolve, 20));
    throw new Error("back");
  });
  await expect(writing).rejects.toThrow("back");
  await Promise.all(later);
  expect(await nicknames(db, values, "asc")).toEqual([{ nickname: "庚" }]);
});

it("returns no rows for a change without them, and rejects what the database refuses", async () => {
  const { db } = upstream.services;
  expect(await rename(db, { from: "甲", to: "壬" })).toEqual([]);
  await db.transaction().execute(async (trx) => {
    expect(await rename(trx, { from: "壬", to: "癸" })).toEqual([]);
    expect(await rename(trx, { from: "nobody", to: "癸" })).toEqual([]);
  });
  expect(await ask(["甲", "壬", "癸"], "even", 9, "asc")).toEqual(["癸"]);
  const impossible = compiledQuery((any, { id }: { id: number }) =>
    any
      .insertInto("sessions")
      .values({ token_hash: "h", user_id: id, device: "", created_at: FIRST_DAY, expires_at: FIRST_DAY }),
  );
  await expect(impossible(db, { id: 987_654 })).rejects.toThrow(/foreign key/i);
  await expect(db.transaction().execute((trx) => impossible(trx, { id: 987_654 }))).rejects.toThrow(/foreign key/i);
});

it("does not join a transaction that is not its own", async () => {
  const { db } = upstream.services;
  const ended: Db[] = [];
  await db.transaction().execute(async (trx) => ended.push(trx));
  const user = { nickname: "迟到的", created_at: FIRST_DAY };
  const refused = /already committed/;
  await db.transaction().execute(async (trx) => {
    await addUser(trx, { nickname: "准时的", created_at: FIRST_DAY });
    for (const late of ended) await expect(addUser(late, user)).rejects.toThrow(refused);
  });
  for (const late of ended) await expect(addUser(late, user)).rejects.toThrow(refused);
  expect(await ask(["迟到的", "准时的"], "new", 9, "asc")).toEqual(["准时的"]);
});

/** Statements whose plans PostgreSQL keeps in the connection of `db`. */
const keptPlans = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  return rows.map(({ statement }) => statement);
};

it.runIf(PG_SERVER)("is planned once per connection, by its second run", async () => {
  const answer = compiledQuery((_, { n }: { n: number }) => sql<{ n: number }>`select ${n}::int + 1 as n`);
  const all = compiledQuery(() => sql`select * from users limit 1`);
  await upstream.services.db.transaction().execute(async (trx) => {
    const isKept = async (text: string) => (await keptPlans(trx)).some((statement) => statement.includes(text));
    expect(await answer(trx, { n: 1 })).toEqual([{ n: 2 }]);
    expect(await isKept("::int + 1")).toBe(false);
    expect(await answer(trx, { n: 2 })).toEqual([{ n: 3 }]);
    expect(await isKept("::int + 1")).toBe(true);
    expect(await answer(trx, { n: 3 })).toEqual([{ n: 4 }]);
    // A migration that adds a column would make PostgreSQL refuse this plan.
    for (let n = 0; n < 3; n += 1) await all(trx, {});
    expect(await isKept("from users limit 1")).toBe(false);
  });
});

it.runIf(PG_SERVER)("survives a migration that adds a column, beside this process", async () => {
  const { db } = upstream.services;
  const values = { among: ["甲", "乙"], headline: "even", limit: 9 };
  for (let n = 0; n < 3; n += 1) expect(await nicknames(db, values, "asc")).toEqual([{ nickname: "甲" }]);
  await sql`alter table users add column later text not null default ''`.execute(db);
  expect(await nicknames(db, values, "asc")).toEqual([{ nickname: "甲" }]);
  expect(await nicknames(db, values, "desc")).toEqual([{ nickname: "甲" }]);
});

it("waits while a statement can't be prepared because another process has locked the file", async () => {
  const sqlite = openSqlite(":memory:");
  let locked = true;
  const prepare = (text: string) => {
    if (!locked) return sqlite.prepare(text);
    locked = false;
    throw Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY" });
  };
  const db: Db = new Kysely({ dialect: new PatientSqliteDialect({ ...sqlite, prepare }, () => {}) });
  const answer = compiledQuery((_, { n }: { n: number }) => sql<{ n: number }>`select ${n} as n`);
  expect(await answer(db, { n: 42 })).toEqual([{ n: 42 }]);
  expect(locked).toBe(false);
  await db.destroy();
});

it("counts and reports each statement once, as other statements", async () => {
  const { connection, db } = upstream.services;
  const heard: string[] = [];
  connection.onStatement(({ text, milliseconds }) => milliseconds >= 0 && heard.push(text));
  const before = connection.statements();
  await ask(["甲", "乙", "丙"], "even", 9, "asc");
  await rename(db, { from: "甲", to: "辛" });
  expect(connection.statements() - before).toBe(2);
  expect(heard.map((text) => text.slice(0, 6))).toEqual(["select", "update"]);
  await db.transaction().execute((trx) => rename(trx, { from: "辛", to: "甲" }));
  expect(connection.statements() - before).toBeGreaterThanOrEqual(3);
  expect(heard.filter((text) => text.startsWith("update"))).toHaveLength(2);
});

it("refuses a statement that computes with a value", async () => {
  const wrong = compiledQuery((db, { page }: { page: number }) =>
    db
      .selectFrom("users")
      .select("id")
      .limit(20)
      .offset((page - 1) * 20),
  );
  await expect(wrong(upstream.services.db, { page: 2 })).rejects.toThrow(
    "page is only known when the statement is run",
  );
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely, sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Db } from "#upstream/db/dialect";
import type { Database } from "#upstream/db/schema";
import { openSqlite, type SqliteDatabase } from "#upstream/db/sqlite";
import { PatientSqliteDialect } from "#upstream/db/sqlite-dialect";
import { transact } from "#upstream/db/transact";
import { bump } from "#upstream/db/versions";

let folder: string;
let db: Db;
/** Another program on the same file. */
let other: SqliteDatabase;
/** Beginnings and ends of transactions, and when their callers were answered. */
let events: string[];
/** Thrown by the next commit. */
let failure: Error | null;
/** Milliseconds on the clock, which stands still, however busy the machine is. */
let now: number;

beforeEach(() => {
  now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  folder = mkdtempSync(join(tmpdir(), "shequ-joint-"));
  const real = openSqlite(join(folder, "a.db"));
  real.exec("create table rows (text text unique)");
  real.exec("create table versions (key text primary key, version integer not null)");
  events = [];
  failure = null;
  const heard: SqliteDatabase = {
    ...real,
    prepare(text) {
      const statement = real.prepare(text);
      if (!/^(?:begin|commit|rollback)$/.test(text)) return statement;
      return {
        ...statement,
        run(parameters) {
          events.push(text);
          if (text === "commit" && failure) throw failure;
          return statement.run(parameters);
        },
      };
    },
  };
  db = new Kysely<Database>({ dialect: new PatientSqliteDialect(heard, () => {}) });
  other = openSqlite(join(folder, "a.db"));
});
afterEach(async () => {
  vi.restoreAllMocks();
  other.close();
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const stored = () => (other.prepare("select text from rows").all([]) as { text: string }[]).map(({ text }) => text);
const versions = () =>
  Object.fromEntries(
    (other.prepare("select key, version from versions").all([]) as { key: string; version: number }[]).map((row) => [
      row.key,
      row.version,
    ]),
  );

/** Writes a row in a transaction. @returns what was stored for everybody when it was answered */
const write = (text: string, work: (trx: Db) => Promise<unknown> = async () => {}) =>
  transact(db, async (trx) => {
    await sql`insert into rows values (${text})`.execute(trx);
    await work(trx);
    return text;
  }).then((result) => {
    events.push(`answered ${result}`);
    return stored();
  });

test("what waits to write at the same moment is committed once, and answered afterwards", async () => {
  const all = ["a", "b", "c"];
  expect(await Promise.all(all.map((text) => write(text)))).toEqual([all, all, all]);
  expect(events).toEqual(["begin", "commit", "answered a", "answered b", "answered c"]);
  await write("d");
  expect(events.slice(5)).toEqual(["begin", "commit", "answered d"]);
});

test("work that fails is undone alone, and is not seen by what follows", async () => {
  const seen: unknown[] = [];
  const look = async (trx: Db) => seen.push((await sql`select text from rows`.execute(trx)).rows);
  const fails = async (trx: Db) => {
    await bump(trx, ["question/2"]);
    throw new Error("refused");
  };
  const results = await Promise.allSettled([
    write("a", (trx) => bump(trx, ["question/1"])),
    write("b", fails),
    // Refused by the database.
    write("a"),
    write("c", look),
    write("d", (trx) => bump(trx, ["question/1", "question/3"])),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled", "fulfilled"]);
  expect(seen).toEqual([[{ text: "a" }, { text: "c" }]]);
  expect(stored()).toEqual(["a", "c", "d"]);
  expect(versions()).toEqual({ "#": 1, "question/1": 1, "question/3": 1 });
  expect(events.filter((event) => event === "commit").length).toBe(1);
});

test("if the commit fails, nobody is told that anything was written", async () => {
  failure = Object.assign(new Error("disk I/O error"), { code: "SQLITE_IOERR" });
  const results = await Promise.allSettled([write("a"), write("b")]);
  expect(results.map((one) => one.status === "rejected" && one.reason)).toEqual([failure, failure]);
  expect(stored()).toEqual([]);
  failure = null;
  expect(await write("c")).toEqual(["c"]);
});

test("work that makes SQLite roll back everything fails all that were before it, not what follows", async () => {
  const breaks = (trx: Db) => sql`insert or rollback into rows values ('a')`.execute(trx);
  const results = await Promise.allSettled([write("a"), write("b", breaks), write("c")]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
  expect(stored()).toEqual(["c"]);
});

test("after slow work nothing more joins, so that its predecessors are answered", async () => {
  const slow = async () => {
    now += 11;
  };
  await Promise.all([write("a", slow), write("b")]);
  expect(events).toEqual(["begin", "commit", "answered a", "begin", "commit", "answered b"]);
});

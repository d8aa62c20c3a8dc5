import { Kysely, sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { openSqlite, type SqliteDatabase } from "#upstream/db/sqlite";
import { PatientSqliteDialect } from "#upstream/db/sqlite-dialect";

const opened: Kysely<unknown>[] = [];
afterEach(async () => {
  for (const db of opened.splice(0)) await db.destroy();
});

/** A database whose lock others hold for a number of tries. */
function lockedFor(tries: number): Kysely<unknown> {
  const real = openSqlite(":memory:");
  let left = tries;
  const database: SqliteDatabase = {
    ...real,
    prepare(text) {
      const statement = real.prepare(text);
      if (text !== "begin") return statement;
      return {
        ...statement,
        run(parameters) {
          left -= 1;
          if (left >= 0) throw Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY" });
          return statement.run(parameters);
        },
      };
    },
  };
  const db = new Kysely<unknown>({ dialect: new PatientSqliteDialect(database, () => {}) });
  opened.push(db);
  return db;
}

/** Whether the event loop went on, to other requests, before a transaction was done. */
async function letsOthersRun(db: Kysely<unknown>): Promise<boolean> {
  await sql`select 1`.execute(db);
  let others = false;
  setImmediate(() => {
    others = true;
  });
  await db.transaction().execute((trx) => sql`select 1`.execute(trx));
  return others;
}

test.each([
  ["is free", 0, false],
  ["becomes free about when an ordinary transaction ends", 2, false],
  ["is held for longer", 8, true],
])("if the lock %s, others run meanwhile only if it takes long", async (_, tries, others) => {
  expect(await letsOthersRun(lockedFor(tries))).toBe(others);
});

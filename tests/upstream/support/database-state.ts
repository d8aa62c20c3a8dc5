import type { Db } from "#upstream/db/dialect";

/** Counted whatever becomes of a call; and the index, whose sources are looked at. */
const LEFT_OUT = /^(?:rate_limits$|search_|sqlite_|kysely_)/;

/** Written whatever is done and undone: the log itself, what counts changes, and who is logged in. */
const GOES_ON = new Set(["audit_log", "audit_end", "versions", "sessions"]);

/** Every row that an undo has to bring back, by table: the same whatever order the rows lie in. */
export async function undoneState(db: Db): Promise<Record<string, string[]>> {
  const state = Object.entries(await databaseState(db)).filter(([table]) => !GOES_ON.has(table));
  return Object.fromEntries(
    state.map(([table, rows]) => [table, (JSON.parse(rows) as unknown[]).map((row) => JSON.stringify(row)).sort()]),
  );
}

/** Every row that a refused call may not have changed, by table, as text. */
export async function databaseState(db: Db): Promise<Record<string, string>> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name).filter((name) => !LEFT_OUT.test(name));
  const rows = await Promise.all(
    tables.map(async (name) => [
      name,
      JSON.stringify(
        await db
          .selectFrom(name as "users")
          .selectAll()
          .execute(),
      ),
    ]),
  );
  return Object.fromEntries(rows);
}

import type { Db } from "#upstream/db/dialect";

/** Counted whatever becomes of a call; and the index, whose sources are looked at. */
const LEFT_OUT = /^(?:rate_limits$|search_|sqlite_|kysely_)/;

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

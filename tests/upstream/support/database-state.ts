import { sql } from "kysely";
import { type Db, isPostgres } from "#upstream/db/dialect";

/** Counted whatever a call's result; and the search index, whose sources are compared. */
const LEFT_OUT = /^(?:rate_limits$|search_(?!synonym)|sqlite_|kysely_)/;

/** Written by any action and its undo: the log itself, change counters, and sessions. */
const GOES_ON = new Set(["audit_log", "audit_end", "versions", "sessions"]);

/** All rows that an undo has to restore, by table, in any order. */
export async function undoneState(db: Db): Promise<Record<string, string[]>> {
  const state = Object.entries(await databaseState(db)).filter(([table]) => !GOES_ON.has(table));
  return Object.fromEntries(
    state.map(([table, rows]) => [table, (JSON.parse(rows) as unknown[]).map((row) => JSON.stringify(row)).sort()]),
  );
}

/**
 * All rows that a refused call must not change, by table, as JSON; one statement, since tests run it thousands of
 * times.
 */
export async function databaseState(db: Db): Promise<Record<string, string>> {
  const statement = statements.get(db) ?? (await statementOf(db));
  statements.set(db, statement);
  const { rows } = isPostgres(db)
    ? await db.connection().execute((connection) => executePrepared(connection, statement))
    : await sql<StoredTable>`${sql.raw(statement)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]));
}

/** `databaseState` without the id of the site, since a restored one is another. */
export async function restoredState(db: Db): Promise<Record<string, string>> {
  const { site_settings: settings = "[]", ...rows } = await databaseState(db);
  const kept = (JSON.parse(settings) as { key: string }[]).filter(({ key }) => key !== "instance");
  return { ...rows, site_settings: JSON.stringify(kept) };
}

type StoredTable = { name: string; rows: string };

/** The statement that reads all tables of a database, whose schema does not change during tests. */
const statements = new WeakMap<Db, string>();

/**
 * On PostgreSQL planning a statement over a hundred tables takes twenty times as long as running it, so each connection
 * plans once.
 */
async function executePrepared(connection: Db, statement: string) {
  const { rows } = await sql`select from pg_prepared_statements where name = 'database_state'`.execute(connection);
  if (rows.length === 0) await sql`prepare database_state as ${sql.raw(statement)}`.execute(connection);
  return sql<StoredTable>`execute database_state`.execute(connection);
}

async function statementOf(db: Db): Promise<string> {
  const isCounted = (name: string) => !LEFT_OUT.test(name);
  if (isPostgres(db)) {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public' order by name`.execute(db);
    const names = rows.map(({ name }) => name).filter(isCounted);
    const parts = names.map(
      (name) => `select '${name}' as name, (select coalesce(json_agg(t), '[]')::text from "${name}" t) as rows`,
    );
    return parts.join(" union all ");
  }
  const tables = (await db.introspection.getTables()).filter(({ name }) => isCounted(name));
  const parts = tables.map(({ name, columns }) => {
    const cells = columns.map((column) => `'${column.name}', "${column.name}"`).join();
    return `select '${name}' as name, (select json_group_array(json_object(${cells})) from "${name}" t) as rows`;
  });
  return parts.join(" union all ");
}

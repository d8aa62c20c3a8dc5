import { sql } from "kysely";
import type { Db } from "#upstream/db/dialect";

/** Counted whatever becomes of a call; and the index, whose sources are looked at. */
const LEFT_OUT = /^(?:rate_limits$|search_(?!synonym)|sqlite_|kysely_)/;

/** Written whatever is done and undone: the log itself, what counts changes, and who is logged in. */
const GOES_ON = new Set(["audit_log", "audit_end", "versions", "sessions"]);

/** Every row that an undo has to bring back, by table: the same whatever order the rows lie in. */
export async function undoneState(db: Db): Promise<Record<string, string[]>> {
  const state = Object.entries(await databaseState(db)).filter(([table]) => !GOES_ON.has(table));
  return Object.fromEntries(
    state.map(([table, rows]) => [table, (JSON.parse(rows) as unknown[]).map((row) => JSON.stringify(row)).sort()]),
  );
}

/** Every row that a refused call may not have changed, by table, as JSON; one statement, since tests ask thousands of times. */
export async function databaseState(db: Db): Promise<Record<string, string>> {
  const statement = statements.get(db) ?? (await statementOf(db));
  statements.set(db, statement);
  const { rows } = await sql<{ name: string; rows: string }>`${sql.raw(statement)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]));
}

/** What reads all tables of a database; its schema stays as it is while it is tested. */
const statements = new WeakMap<Db, string>();

async function statementOf(db: Db): Promise<string> {
  const tables = (await db.introspection.getTables()).filter(({ name }) => !LEFT_OUT.test(name));
  const parts = tables.map(({ name, schema, columns }) => {
    const cells = columns.map((column) => `'${column.name}', "${column.name}"`).join();
    // PostgreSQL alone has schemas.
    const rows = schema ? `coalesce(json_agg(t), '[]')::text` : `json_group_array(json_object(${cells}))`;
    return `select '${name}' as name, (select ${rows} from "${name}" t) as rows`;
  });
  return parts.join(" union all ");
}

import { sql } from "kysely";
import { type Db, isPostgres } from "#upstream/db/dialect";

/** Last id assigned in each table, so that no id is reused, even of deleted rows. */
export type Numbering = Map<string, number>;

/** Reads the last ids of tables with automatic ids. */
export async function readNumbering(db: Db): Promise<Numbering> {
  if (!isPostgres(db)) {
    const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(db);
    return new Map(rows.map(({ name, seq }) => [name, Number(seq)]));
  }
  const { rows } = await sql<{ name: string; seq: string | null }>`
    select c.table_name as name, pg_sequence_last_value(pg_get_serial_sequence(quote_ident(c.table_name), c.column_name)::regclass)::text as seq
    from information_schema.columns as c
    where c.table_schema = current_schema() and c.is_identity = 'YES'`.execute(db);
  return new Map(rows.map(({ name, seq }) => [name, Number(seq ?? 0)]));
}

/** Makes tables continue after these ids, or after their highest id if that is higher. */
export async function writeNumbering(trx: Db, numbering: Numbering, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const last = numbering.get(table);
    if (last === undefined || last === 0) continue;
    if (isPostgres(trx)) {
      await sql`select setval(pg_get_serial_sequence(${`"${table}"`}, 'id'), ${last})`.execute(trx);
    } else {
      await sql`delete from sqlite_sequence where name = ${table}`.execute(trx);
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(trx);
    }
  }
}

import { sql } from "kysely";
import { type Db, isPostgres } from "#upstream/db/dialect";

/** The last number that each table has given, so that none is given again, not even that of what was deleted. */
export type Numbering = Map<string, number>;

/** Reads the numbering of tables that number their rows. */
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

/** Has the tables go on from there, or from their highest number where that is higher. */
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

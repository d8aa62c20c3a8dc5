import { createHash } from "node:crypto";
import { sql } from "kysely";
import { type Connection, type Db, isPostgres } from "#upstream/db/dialect";

/** Tables created by the target itself: for the search, migrations and the database. */
const LEFT_OUT = /^(?:search_|sqlite_|kysely_)/;
/** Maximum bound values per statement; the databases allow 32,766 and 65,535. */
const VALUES_MAX = 20_000;
/** Rows per read. */
const READ = 1_000;

type Row = Record<string, unknown>;

/** Names of the tables that are copied; not those of schemas that a restore has put aside. */
export async function tablesOf(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables();
  const { rows } = isPostgres(db)
    ? await sql<{ name: string }>`select current_schema() as name`.execute(db)
    : { rows: [] };
  const [current] = rows;
  return tables
    .filter(({ name, schema }) => !LEFT_OUT.test(name) && (!current || schema === current.name))
    .map(({ name }) => name);
}

/**
 * Yields all rows of a table in batches, as seen by the transaction `trx`.
 * @param trx a transaction that runs no other statements meanwhile
 */
export async function eachRows(
  { kind, sqlite }: Connection,
  trx: Db,
  { table, take }: { table: string; take: (rows: Row[]) => Promise<void> },
): Promise<void> {
  if (kind === "sqlite") {
    let rows: Row[] = [];
    const name = `"${table.replaceAll('"', '""')}"`;
    for (const row of sqlite?.prepare(`select * from ${name}`).iterate([]) ?? []) {
      rows.push(row as Row);
      if (rows.length < READ) continue;
      await take(rows);
      rows = [];
    }
    if (rows.length > 0) await take(rows);
    return;
  }
  await sql`declare moving no scroll cursor for select * from ${sql.table(table)}`.execute(trx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(READ)} from moving`.execute(trx);
    if (rows.length === 0) break;
    await take(rows);
  }
  await sql`close moving`.execute(trx);
}

/** Inserts rows as they were read, in batches. */
export async function insertRows(trx: Db, table: string, rows: readonly Row[]): Promise<void> {
  const width = Object.keys(rows[0] ?? {}).length;
  const step = Math.max(1, Math.floor(VALUES_MAX / Math.max(1, width)));
  for (let from = 0; from < rows.length; from += step) {
    await trx
      .insertInto(table as "users")
      .values(rows.slice(from, from + step) as never)
      .execute();
  }
}

/** Order-independent checksum of rows: equal for equal rows on either database. */
export type Sum = { rows: number; sum: bigint };
/** Checksum of no rows. */
export const NO_ROWS: Sum = { rows: 0, sum: 0n };

/** Adds rows to a checksum, in any order: tables with equal sums have equal rows. */
export function addRows({ rows: count, sum }: Sum, rows: readonly Row[]): Sum {
  let total = sum;
  for (const row of rows) {
    const values = Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
    const hash = createHash("sha256").update(JSON.stringify(values)).digest();
    total = (total + hash.readBigUInt64BE()) & 0xffff_ffff_ffff_ffffn;
  }
  return { rows: count + rows.length, sum: total };
}

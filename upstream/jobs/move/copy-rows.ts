import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Connection, Db } from "#upstream/db/dialect";

/** Tables that the other end makes by itself: of search, of migrations, of the database. */
const LEFT_OUT = /^(?:search_|sqlite_|kysely_)/;
/** Values of one statement; the databases take no more than 32,766 and 65,535. */
const VALUES_MAX = 20_000;
/** Rows that are read at a time. */
const READ = 1_000;

type Row = Record<string, unknown>;

/** Names of the tables that are copied. */
export async function tablesOf(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables.map(({ name }) => name).filter((name) => !LEFT_OUT.test(name));
}

/**
 * Gives all rows of a table, some at a time, as they are in the transaction `trx`.
 * @param trx a transaction, in which nothing else is asked until then
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

/** Writes rows as they were read, some at a time. */
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

/** Sum over rows in whatever order: the same where they are the same, on either database. */
export type Sum = { rows: number; sum: bigint };
/** Sum of no rows. */
export const NO_ROWS: Sum = { rows: 0, sum: 0n };

/** Sum of rows and of more rows, in whatever order: two tables with the same sum hold the same. */
export function addRows({ rows: count, sum }: Sum, rows: readonly Row[]): Sum {
  let total = sum;
  for (const row of rows) {
    const values = Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
    const hash = createHash("sha256").update(JSON.stringify(values)).digest();
    total = (total + hash.readBigUInt64BE()) & 0xffff_ffff_ffff_ffffn;
  }
  return { rows: count + rows.length, sum: total };
}

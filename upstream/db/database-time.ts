import { sql } from "kysely";
import type { Connection } from "./dialect";

/** Current time of the database server; for SQLite, of this machine. */
export async function databaseTime({ db, kind }: Connection): Promise<Date> {
  if (kind === "sqlite") return new Date();
  const { rows } = await sql<{ milliseconds: string }>`select
    floor(extract(epoch from clock_timestamp()) * 1000)::text as milliseconds`.execute(db);
  return new Date(Number(rows[0]?.milliseconds));
}

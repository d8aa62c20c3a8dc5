import { sql } from "kysely";
import type { Connection } from "./dialect";

/** Time by the clock of the database's machine; of SQLite it is that of this one. */
export async function databaseTime({ db, kind }: Connection): Promise<Date> {
  if (kind === "sqlite") return new Date();
  const { rows } = await sql<{ milliseconds: string }>`select
    floor(extract(epoch from clock_timestamp()) * 1000)::text as milliseconds`.execute(db);
  return new Date(Number(rows[0]?.milliseconds));
}

import { sql } from "kysely";
import { type Db, isPostgres } from "./dialect";

/**
 * Takes PostgreSQL's advisory lock of a name, until the end of the transaction. For a row that many transactions write:
 * call it before locking the row. PostgreSQL gives a just-released row to whoever comes next, not to whoever has waited
 * longest, so under load some would wait until they time out; advisory locks are granted in order. Does nothing on
 * SQLite, whose writers queue anyway.
 */
export async function takeAdvisoryLock(trx: Db, name: string): Promise<void> {
  if (!isPostgres(trx)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

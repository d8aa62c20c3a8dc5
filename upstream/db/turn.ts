import { sql } from "kysely";
import { type Db, isPostgres } from "./dialect";

/**
 * Queues for something that many transactions write, and holds the turn until the end of the transaction. Call it
 * before locking the row. PostgreSQL gives a just-released row to whoever comes next, not to whoever has waited
 * longest, so under load some would wait until they time out; turns are granted in order. Does nothing on SQLite, whose
 * writers queue anyway.
 */
export async function takeTurn(trx: Db, at: string): Promise<void> {
  if (!isPostgres(trx)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${at}, 0))`.execute(trx);
}

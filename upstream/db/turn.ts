import { sql } from "kysely";
import { type Db, isPostgres } from "./dialect";

/**
 * Waits until all who came before are done with something on which many write at once, and keeps the turn until the end
 * of the transaction. Take it before the row is locked. PostgreSQL gives a row that was just changed to whoever comes
 * next, not to who has waited longest: under load some would wait for seconds, until their time is up. Whoever waits for
 * a turn has it in the order of coming. SQLite has one writer at a time, who stand in line already.
 */
export async function takeTurn(trx: Db, at: string): Promise<void> {
  if (!isPostgres(trx)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${at}, 0))`.execute(trx);
}

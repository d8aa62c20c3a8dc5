import { setTimeout as wait } from "node:timers/promises";
import { type Db, isPostgres } from "./dialect";
import { runJointly } from "./joint-transactions";
import { isConnectionLost } from "./lost-connection";
import { withDeferredBumps } from "./versions";

const TRIES_MAX = 8;
/** Maximum milliseconds before the first retry; doubles with each. */
const FIRST_PAUSE = 10;
/** SQLSTATE codes with which PostgreSQL aborts one of two conflicting transactions. */
const DEADLOCK = "40P01";
const SERIALIZATION_FAILURE = "40001";

/** Maximum milliseconds of a transaction while a caller waits for its reply; shorter than they wait. */
const TIME_MAX = 8_000;
/**
 * Maximum milliseconds of a transaction by database; without an entry (seeding, imports) transactions may take any
 * time.
 */
const limits = new WeakMap<Db, number>();

/** From now on, a transaction that takes more than 8 s, including retries and waiting, rolls back. */
export function limitTransactions(db: Db): void {
  limits.set(db, TIME_MAX);
}

/** A transaction took too long and was rolled back; its caller may already have been told that it failed. */
export class TransactionTimeoutError extends Error {
  override name = "TransactionTimeoutError";
}

/** Thrown to restart a transaction whose preconditions another one has changed. */
export class Outdated extends Error {
  override name = "Outdated";
  readonly code = SERIALIZATION_FAILURE;
}

/** The connection was lost during COMMIT: it is unknown whether the transaction was committed. */
export class UnknownOutcome extends Error {
  override name = "UnknownOutcome";
}

/**
 * Runs work in one transaction. PostgreSQL may abort a transaction in a deadlock; it is then rolled back and restarted.
 * So `work` must do nothing outside of `trx` that can't be repeated.
 * @throws UnknownOutcome, or whatever `work` throws, after a rollback
 */
export async function transact<T>(
  db: Db,
  work: (trx: Db) => Promise<T>,
  timeMax = limits.get(db) ?? Number.POSITIVE_INFINITY,
): Promise<T> {
  const until = performance.now() + timeMax;
  for (let tried = 1; ; tried += 1) {
    let done = false;
    try {
      return await (isPostgres(db) ? runAlone : runJointly)(db, work, () => {
        if (performance.now() > until) throw new TransactionTimeoutError(`longer than ${timeMax} ms`);
        done = true;
      });
    } catch (error) {
      if (tried === TRIES_MAX || !isContention(error) || performance.now() > until) throw done ? unsure(error) : error;
      await wait(Math.random() * FIRST_PAUSE * 2 ** tried);
    }
  }
}

/** @param finish last thing before the commit; may still refuse */
function runAlone<T>(db: Db, work: (trx: Db) => Promise<T>, finish: () => void): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const result = await withDeferredBumps(trx, () => work(trx));
    finish();
    return result;
  });
}

/**
 * Error for a connection lost during COMMIT: outcome unknown. SQLite, and a server that reports a reason, have written
 * nothing.
 */
function unsure(error: unknown): unknown {
  const ofSqlite = /^(?:SQLITE_|ERR_SQLITE_)/.test(String((error as { code?: unknown }).code));
  return !ofSqlite && isConnectionLost(error) ? new UnknownOutcome("lost at commit", { cause: error }) : error;
}

function isContention(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === DEADLOCK || code === SERIALIZATION_FAILURE;
}

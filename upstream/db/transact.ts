import { setTimeout as wait } from "node:timers/promises";
import type { Db } from "./dialect";
import { isConnectionLost } from "./postgres";
import { withDeferredBumps } from "./versions";

const TRIES_MAX = 8;
/** Milliseconds before the second try, at most; it doubles with each. */
const FIRST_PAUSE = 10;
/** SQLSTATE codes with which PostgreSQL ends one of two transactions that stand in each other's way. */
const DEADLOCK = "40P01";
const SERIALIZATION_FAILURE = "40001";

/** Milliseconds that a transaction may take where somebody waits for its answer: less than they wait. */
const TIME_MAX = 8_000;
/** By database; without one, as while it is filled or texts are brought in, a transaction takes what it takes. */
const limits = new WeakMap<Db, number>();

/** From now on a transaction that takes more than 8 s, tries and waiting included, undoes itself. */
export function limitTransactions(db: Db): void {
  limits.set(db, TIME_MAX);
}

/** A transaction took too long, and nothing of it has happened: whoever asked for it may have been told so already. */
export class TransactionTimeoutError extends Error {
  override name = "TransactionTimeoutError";
}

/** End of a transaction whose grounds another has changed meanwhile: it is begun anew. */
export class Outdated extends Error {
  override name = "Outdated";
  readonly code = SERIALIZATION_FAILURE;
}

/** The database was lost while it made a transaction last: nobody knows whether it did. */
export class UnknownOutcome extends Error {
  override name = "UnknownOutcome";
}

/**
 * Runs all that belongs together in one transaction. On PostgreSQL a transaction may be ended in favour of another
 * that waits for it; nothing of it has happened then, and it is begun anew. So `work` must do nothing outside of
 * `trx` that can't be done twice.
 * @throws UnknownOutcome, or whatever `work` throws, after everything was undone
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
      return await db.transaction().execute(async (trx) => {
        const result = await withDeferredBumps(trx, () => work(trx));
        if (performance.now() > until) throw new TransactionTimeoutError(`longer than ${timeMax} ms`);
        done = true;
        return result;
      });
    } catch (error) {
      if (tried === TRIES_MAX || !isContention(error) || performance.now() > until) throw done ? unsure(error) : error;
      await wait(Math.random() * FIRST_PAUSE * 2 ** tried);
    }
  }
}

/** Unknown outcome for a connection lost at COMMIT; SQLite, and a server that says why, have written nothing then. */
function unsure(error: unknown): unknown {
  const ofSqlite = /^(?:SQLITE_|ERR_SQLITE_)/.test(String((error as { code?: unknown }).code));
  return !ofSqlite && isConnectionLost(error) ? new UnknownOutcome("lost at commit", { cause: error }) : error;
}

function isContention(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === DEADLOCK || code === SERIALIZATION_FAILURE;
}

import { setTimeout as wait } from "node:timers/promises";
import type { Db } from "./dialect";
import { bumpLast } from "./versions";

const TRIES_MAX = 8;
/** Milliseconds before the second try, at most; it doubles with each. */
const FIRST_PAUSE = 10;
/** What PostgreSQL ends one of two transactions with when they stand in each other's way. */
const DEADLOCK = "40P01";
const SERIALIZATION_FAILURE = "40001";

/**
 * Runs all that belongs together in one transaction. On PostgreSQL a transaction may be ended in favour of another
 * that waits for it; nothing of it has happened then, and it is begun anew. So `work` must do nothing outside of
 * `trx` that can't be done twice.
 * @throws whatever `work` throws, after everything was undone
 */
export async function transact<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await db.transaction().execute((trx) => bumpLast(trx, () => work(trx)));
    } catch (error) {
      if (tried === TRIES_MAX || !isContention(error)) throw error;
      await wait(Math.random() * FIRST_PAUSE * 2 ** tried);
    }
  }
}

function isContention(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === DEADLOCK || code === SERIALIZATION_FAILURE;
}

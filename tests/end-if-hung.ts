import { runInNewContext } from "node:vm";

/** Milliseconds, far more than what ends by itself takes on the busiest machine. */
const PATIENCE = 60_000;

/**
 * Runs work that may not come to an end, such as a search by a pattern, and throws when it does not: a test's own limit
 * ends nothing that never lets go of the thread.
 */
export function endIfHung(work: () => void): void {
  runInNewContext("work()", { work }, { timeout: PATIENCE });
}

import { runInNewContext } from "node:vm";

/** Timeout in milliseconds, far more than finite work takes on the busiest machine. */
const PATIENCE = 60_000;

/**
 * Runs work that may not end, such as matching a regular expression, and throws if it doesn't: a test's own timeout
 * can't interrupt a blocked thread.
 */
export function endIfHung(work: () => void): void {
  runInNewContext("work()", { work }, { timeout: PATIENCE });
}

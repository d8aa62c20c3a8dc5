import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Maximum characters of an answer that patterns are matched against. */
const LENGTH = 5_000;
/** Milliseconds that a pattern may take for all texts together; ordinary ones take a few. */
const LIMIT = 3_000;
/** One character of each sort that patterns usually match. */
const COMMON = ["a", "A", "0", " ", "_", "-", ".", "@", "/", "中", "é"];

const TRY = `const { parentPort, workerData: { pattern, texts } } = require("node:worker_threads");
const expression = new RegExp(pattern, "u");
for (const text of texts) expression.test(text);
parentPort.postMessage("done");`;

/**
 * Whether a regular expression is fast even for the longest answers that almost match it; some would take practically
 * for ever. It is tried in a worker thread with a time limit.
 */
export async function isQuickPattern(pattern: string): Promise<boolean> {
  const worker = new Worker(TRY, { eval: true, workerData: { pattern, texts: textsFor(pattern) } });
  try {
    await once(worker, "message", { signal: AbortSignal.timeout(LIMIT) });
    return true;
  } catch {
    return false;
  } finally {
    await worker.terminate();
  }
}

function textsFor(pattern: string): string[] {
  const letters = [...new Set([...COMMON, ...pattern.replace(/\\[pP]\{[^}]*\}|\\./g, "")])].slice(0, 40);
  const alone = letters.flatMap((letter) => [letter.repeat(LENGTH), `${letter.repeat(LENGTH - 1)}\u0000`]);
  return [...alone, ...letters.slice(-8).map((letter) => `${letter}a0`.repeat(LENGTH / 3))];
}

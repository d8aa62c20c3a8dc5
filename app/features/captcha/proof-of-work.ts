import type { WorkChallenge } from "./captcha-question";

/** Hashes between two checks for cancellation, which also keep the page responsive. */
const BATCH = 500;

/**
 * Solves an ALTCHA challenge and returns the payload to send. About a second on a phone.
 * @throws if it is aborted, or there is no solution
 */
export async function proveWork({ maxnumber, ...challenge }: WorkChallenge, signal: AbortSignal): Promise<string> {
  const encoder = new TextEncoder();
  for (let from = 0; from <= maxnumber; from += BATCH) {
    signal.throwIfAborted();
    const numbers = Array.from({ length: Math.min(BATCH, maxnumber - from + 1) }, (_, index) => from + index);
    const hashes = await Promise.all(
      numbers.map((number) => crypto.subtle.digest(challenge.algorithm, encoder.encode(challenge.salt + number))),
    );
    const found = hashes.findIndex((hash) => hexOf(hash) === challenge.challenge);
    if (found !== -1) return btoa(JSON.stringify({ ...challenge, number: from + found }));
  }
  throw new Error("the challenge has no solution");
}

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

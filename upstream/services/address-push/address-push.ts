import type { PushEngine } from "#app/contract/site/push-engines";

/** Outcome of an accepted push. */
export type PushOutcome = {
  taken: number;
  /** URLs that the engine rejects permanently. */
  refused: readonly string[];
  /** Remaining quota of the day; null if the engine does not report it. */
  remain: number | null;
};

/** Search engine to which the site's URLs are pushed. */
export type AddressPush = {
  engine: PushEngine;
  /** Whether removed pages are pushed, too. */
  takesGone: boolean;
  /** @param urls at most `PUSHED_MAX` @throws PushError if none was accepted */
  push(urls: readonly string[]): Promise<PushOutcome>;
};

/** URLs per push: Baidu's limit, and below IndexNow's 10,000. */
export const PUSHED_MAX = 2_000;

/**
 * No URL was accepted. `spent`: the daily quota is exceeded; `refused`: the account, the site or the key is wrong;
 * `down`: the engine is unavailable or asks to retry later.
 */
export class PushError extends Error {
  override name = "PushError";
  constructor(
    readonly reason: "spent" | "refused" | "down",
    message: string,
  ) {
    super(message);
  }
}

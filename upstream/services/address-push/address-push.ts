import type { PushEngine } from "#app/contract/push-engines";

/** Outcome of a push that was taken. */
export type PushOutcome = {
  taken: number;
  /** Addresses that the engine will never take. */
  refused: readonly string[];
  /** Addresses that it takes today beyond these; null where it does not say. */
  remain: number | null;
};

/** Search engine that is told of addresses of the site. */
export type AddressPush = {
  engine: PushEngine;
  /** Whether it is told of pages that are gone, too. */
  takesGone: boolean;
  /** @param urls at most `PUSHED_MAX` @throws PushError when none of them was taken */
  push(urls: readonly string[]): Promise<PushOutcome>;
};

/** Addresses of one push: as many as Baidu takes, and fewer than the 10,000 of IndexNow. */
export const PUSHED_MAX = 2_000;

/** No address was taken. `spent`: more than it takes today; `refused`: the account, the site or the key; `down`: not there, or later. */
export class PushError extends Error {
  override name = "PushError";
  constructor(
    readonly reason: "spent" | "refused" | "down",
    message: string,
  ) {
    super(message);
  }
}

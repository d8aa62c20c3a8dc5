import type { Generated } from "kysely";
import type { PushEngine } from "#app/contract/site/push-engines";

/** State of each public page as search engines may know it, since pushes were enabled. */
export type AddressStatesTable = {
  /** Kind of page, as in the sitemap. */
  kind: string;
  item_id: number;
  /** Hash that changes with everything a reader sees; empty for a page that no longer exists. */
  state: string;
};

/** Pages waiting to be pushed to an engine. */
export type AddressQueueTable = { engine: PushEngine; kind: string; item_id: number; queued_at: string };

/** Schedule of each engine, and the last result. */
export type AddressTurnsTable = {
  engine: PushEngine;
  /** Earliest time of the next push; while a process is pushing, the end of its lease. */
  next_at: string;
  /** Failures since the last successful push. */
  failures: Generated<number>;
  /** Message of the last failure; empty after a success. */
  failure: Generated<string>;
  /** JSON of the last successful push; null if none. */
  outcome: string | null;
};

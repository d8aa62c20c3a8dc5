import type { Generated } from "kysely";
import type { PushEngine } from "#app/contract/push-engines";

/** States of public pages as search engines may know them, since pushes are on. */
export type AddressStatesTable = {
  /** Kind of the sitemap. */
  kind: string;
  item_id: number;
  /** Changes with everything that a reader sees change; empty for a page that is gone. */
  state: string;
};

/** Pages that wait to be told to an engine. */
export type AddressQueueTable = { engine: PushEngine; kind: string; item_id: number; queued_at: string };

/** Turn of each engine, and what came of the last. */
export type AddressTurnsTable = {
  engine: PushEngine;
  /** Time at which it may be told again; also the end of a turn that somebody has taken. */
  next_at: string;
  /** Failures since the last push that was taken. */
  failures: Generated<number>;
  /** Words of the last failure; empty since a push was taken. */
  failure: Generated<string>;
  /** JSON of the last push that was taken; null for none. */
  outcome: string | null;
};

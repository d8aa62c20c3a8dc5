import type { Generated } from "kysely";

/** Number of uses in the window that ends at `ends_at`; `key` names the limit and its subject. */
export type RateLimitsTable = {
  key: string;
  hits: number;
  ends_at: string;
  /** JSON list of milliseconds since 1970: each use within a sliding window. */
  used_at: Generated<string>;
};

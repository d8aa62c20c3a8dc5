import type { Generated } from "kysely";

/** Number of times that something was done in the window that ends at `ends_at`; `key` names the limit and who it counts for. */
export type RateLimitsTable = {
  key: string;
  hits: number;
  ends_at: string;
  /** JSON list of milliseconds since 1970: each use within the window, of limits whose window rolls. */
  used_at: Generated<string>;
};

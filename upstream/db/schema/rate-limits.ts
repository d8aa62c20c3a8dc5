/** How often something was done in the window that ends at `ends_at`; `key` names the limit and who it counts for. */
export type RateLimitsTable = { key: string; hits: number; ends_at: string };

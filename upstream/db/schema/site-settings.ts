import type { Generated } from "kysely";

/** Structured configuration (`banner`, `poster`, `footer`, `logo`, `recommend-author`), as JSON. */
export type SiteSettingsTable = {
  key: string;
  value: string;
  /** Increased by every change, to detect concurrent ones. */
  version: Generated<number>;
  updated_at: Generated<string | null>;
};

import type { Generated } from "kysely";

/** Structured configuration (`banner`, `poster`, `footer`, `logo`, `recommend-author`), as JSON. */
export type SiteSettingsTable = {
  key: string;
  value: string;
  /** Goes up with every change, so that of two who change it at once the second is told. */
  version: Generated<number>;
  updated_at: Generated<string | null>;
};

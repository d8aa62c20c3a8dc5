/** Structured configuration (`banner`, `poster`, `footer`, `logo`, `recommend-author`), as JSON. */
export type SiteSettingsTable = { key: string; value: string };

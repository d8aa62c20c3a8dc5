import { hash } from "node:crypto";

/**
 * Maximum number of named statements. PostgreSQL keeps the plan of each in every connection that has run it, some tens
 * of kilobytes.
 */
const NAMES_MAX = 300;

/** PostgreSQL refuses a kept plan of these once a migration has added a column. */
const ALL_COLUMNS = /(?:\b(?:select|returning)\s|[,.])\s*\*/i;

/** Names by text. A name follows from its text, so all databases of this process share them. */
const names = new Map<string, string>();

/**
 * Gives a statement a name, so that PostgreSQL parses and plans it once per connection: for the short statements of
 * pages, planning takes ten times as long as running them. Beyond the maximum nothing is named, nor are statements with
 * `select *`.
 */
export function nameStatement(text: string): void {
  if (names.size >= NAMES_MAX || names.has(text) || ALL_COLUMNS.test(text)) return;
  names.set(text, hash("sha1", text));
}

/** Name of a statement; undefined if it has none. */
export const nameOfStatement = (text: string): string | undefined => names.get(text);

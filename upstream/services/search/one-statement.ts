import { type RawBuilder, sql } from "kysely";
import { type Db, isPostgres } from "#upstream/db/dialect";

/** Words as one value for `amongWords`. */
export function wordList(db: Db, words: readonly string[]): string {
  if (!isPostgres(db)) return JSON.stringify(words);
  return `{${words.map((word) => `"${word.replace(/["\\]/g, "\\$&")}"`).join()}}`;
}

/** Condition that a column is one of the words of a `wordList`. */
export function amongWords(db: Db, list: string): RawBuilder<boolean> {
  return isPostgres(db) ? sql`= any(${list}::text[])` : sql`in (select value from json_each(${list}))`;
}

/**
 * Packs all rows of a statement into one JSON list, because transferring rows individually costs more than finding
 * them.
 */
export function packed(db: Db, columns: readonly RawBuilder<unknown>[]): RawBuilder<string> {
  const values = sql.join(columns);
  return isPostgres(db)
    ? sql`coalesce(json_agg(json_build_array(${values})), '[]')::text`
    : sql`json_group_array(json_array(${values}))`;
}

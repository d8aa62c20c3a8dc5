import { type RawBuilder, sql } from "kysely";
import { type Db, isPostgres } from "#upstream/db/dialect";

/** Condition that a column is one of these ids, the same statement for however many. */
export function amongIds(db: Db, documents: readonly { id: number }[]): RawBuilder<boolean> {
  const ids = documents.map(({ id }) => id);
  return isPostgres(db) ? sql`= any(${ids}::bigint[])` : sql`in (select value from json_each(${JSON.stringify(ids)}))`;
}

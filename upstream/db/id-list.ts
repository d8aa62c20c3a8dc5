import { type RawBuilder, sql } from "kysely";
import { type Db, isPostgres } from "./dialect";

/** Ids as one value for `amongIds`, so that a statement is the same for any number of them. */
export function idList(db: Db, ids: readonly number[]): string {
  return isPostgres(db) ? `{${ids.join()}}` : `[${ids.join()}]`;
}

/** Condition that a column is one of the ids of an `idList`. */
export function amongIds(db: Db, list: string): RawBuilder<boolean> {
  return isPostgres(db) ? sql`= any(${list}::bigint[])` : sql`in (select value from json_each(${list}))`;
}

/** SQL condition that a column is one of these ids, however many: a parameter for each would be limited in number. */
export const isOneOf = (db: Db, column: string, ids: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} ${amongIds(db, idList(db, ids))}`;

/** Rows as one value for a `from` clause: each is the JSON list `value`, whose items `value ->> 0` etc. are to be cast. */
export const listedRows = (db: Db, rows: string): RawBuilder<unknown> =>
  isPostgres(db)
    ? sql`json_array_elements(cast(${rows} as json)) as listed (value)`
    : sql`json_each(${rows}) as listed`;

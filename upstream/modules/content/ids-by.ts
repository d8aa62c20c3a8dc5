import { type RawBuilder, sql } from "kysely";
import type { KindWith } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";

/**
 * SQL for the ids of all that somebody wrote of a kind, deleted or not: one query for each, since the indexes by author
 * have only the one or the other.
 */
export function idsBy(kind: KindWith<"owned">, authorId: number): RawBuilder<number> {
  const table = sql.table(STORED[kind].table);
  return sql<number>`(select id from ${table} where author_id = ${authorId} and deleted_at is null
    union all select id from ${table} where author_id = ${authorId} and deleted_at is not null)`;
}

/** Ids of all that somebody wrote of a kind, deleted or not, in order. */
export async function listIdsBy(db: Db, kind: KindWith<"owned">, authorId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from ${idsBy(kind, authorId)} as written order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

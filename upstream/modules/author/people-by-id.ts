import type { Author } from "#app/contract/common";
import type { Db } from "#upstream/db/dialect";
import { AUTHOR_COLUMNS, authorView } from "./author";

/** People by id, as shown beside what they did; one statement, none for an empty list. */
export async function peopleById(db: Db, ids: readonly number[]): Promise<Map<number, Author>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("users as u")
    .select(AUTHOR_COLUMNS)
    .where("u.id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.author_user_id, authorView(row)]));
}

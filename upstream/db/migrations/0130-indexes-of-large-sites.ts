import { type Kysely, sql } from "kysely";

const UNREAD = sql`hidden_at is null and read_at`;

/**
 * Indexes by which requests read their own rows on a large site. Every index is written with every row, so where one
 * with more columns serves, it replaces what was there: notifications have as many as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const index = (name: string, table: string, columns: string[]) =>
    db.schema.createIndex(name).on(table).columns(columns);
  for (const old of ["news_latest", "news_unread"]) await db.schema.dropIndex(old).execute();
  // What the badge and the lists count, without a row being read: PostgreSQL otherwise prefers to walk the whole table
  // backwards for somebody with many notifications, as if they were spread evenly. The first one has the hidden ones as
  // well, with which it also finds everything of somebody's, to export or delete it.
  await index("news_latest", "news", ["user_id", "kind", "id", "visible_at", "hidden_at"]).execute();
  await index("news_unread", "news", ["user_id", "kind", "id", "visible_at", "group_key"])
    .where(UNREAD, "is", null)
    .execute();
  // Accounts closed lately, which the sweep looks at again each hour.
  await index("users_closed", "users", ["deleted_at"]).where(sql.ref("deleted_at"), "is not", null).execute();
}

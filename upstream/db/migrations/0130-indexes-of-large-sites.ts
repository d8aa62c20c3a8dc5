import { type Kysely, sql } from "kysely";

const UNREAD = sql`hidden_at is null and read_at`;

/**
 * Indexes by which requests read their own rows on a large site. Every index is written with every row, so where one
 * with more columns serves, it replaces what was there: notifications have as many as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const index = (name: string, table: string, columns: string[]) =>
    db.schema.createIndex(name).on(table).columns(columns);
  for (const old of [
    "news_latest",
    "news_coming",
    "news_unread",
    "objects_unconfirmed",
    "reviews_state",
    "reports_state",
  ])
    await db.schema.dropIndex(old).execute();
  // What the badge and the lists count, without a row being read: PostgreSQL otherwise prefers to walk the whole table
  // backwards for somebody with many notifications, as if they were spread evenly. The first one has the hidden ones as
  // well, with which it also finds everything of somebody's, to export or delete it.
  await index("news_latest", "news", ["user_id", "kind", "id", "visible_at", "hidden_at"]).execute();
  // By which the badge finds what is coming, and the clock's correction what would come too late. Sorted by time first,
  // its new rows are written beside each other.
  await index("news_coming", "news", ["visible_at", "user_id"]).where(UNREAD, "is", null).execute();
  // The last of its table's, which SQLite prefers to the others for what is unread.
  await index("news_unread", "news", ["user_id", "kind", "id", "visible_at", "group_key"])
    .where(UNREAD, "is", null)
    .execute();
  // Accounts closed lately, which the sweep looks at again each hour.
  await index("users_closed", "users", ["deleted_at"]).where(sql.ref("deleted_at"), "is not", null).execute();
  // Uploads of the last hours, confirmed or not.
  await index("objects_confirmed", "objects", ["confirmed", "created_at"]).execute();
  // What waits, oldest first, of which the console's menu counts the first thousand.
  for (const table of ["reviews", "reports"])
    await index(`${table}_state`, table, ["state", "created_at", "id"]).execute();
  // The log of an action, and of some days.
  await index("audit_log_action", "audit_log", ["action", "id"]).execute();
  await index("audit_log_at", "audit_log", ["at"]).execute();
}

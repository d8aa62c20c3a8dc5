import { type Kysely, sql } from "kysely";

/** By which the bell finds when something begins to count, without reading all that is unread. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("news_coming")
    .on("news")
    .columns(["user_id", "visible_at"])
    .where(sql`hidden_at is null and read_at`, "is", null)
    .execute();
}

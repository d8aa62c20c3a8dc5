import { type Kysely, sql } from "kysely";

/**
 * Every index is written with every row, so those that no query needs go: limits are only looked for by time once an
 * hour, and a member's likes are found by the key of the table. Two others leave out the rows that are never looked for
 * in them: comments without a parent, and notifications without a source (reactions).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const index of ["rate_limits_end", "likes_user", "comments_parent", "news_source"]) {
    await db.schema.dropIndex(index).execute();
  }
  await db.schema
    .createIndex("comments_parent")
    .on("comments")
    .columns(["parent_id", "id"])
    .where(sql.ref("parent_id"), "is not", null)
    .execute();
  await db.schema
    .createIndex("news_source")
    .on("news")
    .columns(["source_kind", "source_id"])
    .where(sql.ref("source_id"), "!=", 0)
    .execute();
}

import type { Kysely } from "kysely";

/** So that staff can keep zhiku's documents and prices: what they take away, the order of a category, two who write at once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // `deleted_at` is set, too: to builds that know nothing of it such documents are not there.
  await db.schema.alterTable("zhiku_contents").addColumn("removed_at", "text").execute();
  await db.schema
    .createIndex("zhiku_contents_placed")
    .on("zhiku_contents")
    .columns(["category_id", "created_at", "id"])
    .execute();
  await db.schema
    .alterTable("zhiku_offers")
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
}

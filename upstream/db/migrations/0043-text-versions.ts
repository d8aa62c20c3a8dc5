import type { Kysely } from "kysely";
import { required } from "./columns";

/** Versions of texts, kept from their first change on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("text_versions")
    .addColumn("kind", "text", required)
    .addColumn("item_id", "bigint", required)
    .addColumn("version", "integer", required)
    .addColumn("fields", "text", required)
    .addColumn("author_id", "bigint")
    .addColumn("written_at", "text", required)
    .addPrimaryKeyConstraint("text_versions_key", ["kind", "item_id", "version"])
    .execute();
  await db.schema.createIndex("text_versions_writer").on("text_versions").column("author_id").execute();
}

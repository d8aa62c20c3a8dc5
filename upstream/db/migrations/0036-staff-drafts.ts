import { type Kysely, sql } from "kysely";
import { type DialectKind, emptyText, required, withId } from "./columns";

/** Drafts of what staff write: of no table that readers' pages know until they are published. */
export async function up(db: Kysely<unknown>, kind: DialectKind): Promise<void> {
  await withId(db.schema.createTable("staff_drafts"), kind)
    .addColumn("kind", "text", required)
    .addColumn("item_id", "bigint")
    .addColumn("item_version", "integer")
    .addColumn("fields", "text", required)
    .addColumn("publish_at", "text")
    .addColumn("failure", "text", emptyText)
    .addColumn("changed_by", "bigint", required)
    .addColumn("created_at", "text", required)
    .addColumn("updated_at", "text", required)
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema
    .createIndex("staff_drafts_due")
    .on("staff_drafts")
    .column("publish_at")
    .where(sql<boolean>`publish_at is not null and failure = ''`)
    .execute();
}

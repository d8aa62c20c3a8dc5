import { type Kysely, sql } from "kysely";
import { type DialectKind, emptyText, required, withId } from "./columns";

/** Changes of texts that readers suggest to their authors. */
export async function up(db: Kysely<unknown>, kind: DialectKind): Promise<void> {
  await withId(db.schema.createTable("proposals"), kind)
    .addColumn("kind", "text", required)
    .addColumn("item_id", "bigint", required)
    .addColumn("user_id", "bigint", (column) => column.notNull().references("users.id"))
    .addColumn("words_before", "text", required)
    .addColumn("words_after", "text", required)
    .addColumn("reason", "text", required)
    .addColumn("state", "text", (column) => column.notNull().defaultTo("open"))
    .addColumn("answer", "text", emptyText)
    .addColumn("created_at", "text", required)
    .addColumn("decided_at", "text")
    .execute();
  // One that waits of each person on each text.
  await db.schema
    .createIndex("proposals_open")
    .unique()
    .on("proposals")
    .columns(["kind", "item_id", "user_id"])
    .where(sql.ref("state"), "=", sql.lit("open"))
    .execute();
  await db.schema.createIndex("proposals_user").on("proposals").column("user_id").execute();
  await db.schema.createIndex("proposals_item").on("proposals").columns(["kind", "item_id"]).execute();
}

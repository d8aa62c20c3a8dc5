import { type Kysely, sql } from "kysely";
import { counter, type DialectKind, emptyText, required, withId } from "./columns";

/** Messages that staff write to members: one to everybody is one row, however many they are. */
export async function up(db: Kysely<unknown>, kind: DialectKind): Promise<void> {
  await withId(db.schema.createTable("messages"), kind)
    .addColumn("title", "text", required)
    .addColumn("text", "text", emptyText)
    .addColumn("path", "text", emptyText)
    .addColumn("audience", "text", required)
    .addColumn("category_id", "bigint")
    .addColumn("member_ids", "text", (column) => column.notNull().defaultTo("[]"))
    .addColumn("state", "text", required)
    .addColumn("send_at", "text")
    .addColumn("sent_at", "text")
    .addColumn("sent_no", "bigint")
    .addColumn("position", "bigint", counter)
    .addColumn("reached", "bigint", counter)
    .addColumn("created_by", "bigint", required)
    .addColumn("created_at", "text", required)
    .addColumn("updated_at", "text")
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema
    .createIndex("messages_due")
    .on("messages")
    .column("send_at")
    .where(sql<boolean>`state in ('scheduled', 'sending', 'withdrawing')`)
    .execute();
  await db.schema
    .createIndex("messages_broadcast")
    .on("messages")
    .column("sent_no")
    .unique()
    .where(sql<boolean>`audience = 'all' and state = 'sent'`)
    .execute();
  // Number of the last message to everybody that somebody has read.
  await db.schema.alterTable("users").addColumn("broadcast_read", "bigint", counter).execute();
}

import type { Kysely } from "kysely";
import { type DialectKind, emptyText, required, withId } from "./columns";

/** Sanctions of members: mutes, bans. */
export async function up(db: Kysely<unknown>, kind: DialectKind): Promise<void> {
  await withId(db.schema.createTable("sanctions"), kind)
    .addColumn("user_id", "bigint", (column) => column.notNull().references("users.id"))
    .addColumn("kind", "text", required)
    .addColumn("reason", "text", emptyText)
    .addColumn("from_at", "text", required)
    .addColumn("until_at", "text")
    .addColumn("imposed_by", "bigint", required)
    .addColumn("lifted_at", "text")
    .addColumn("lifted_by", "bigint")
    .execute();
  await db.schema.createIndex("sanctions_user").on("sanctions").columns(["user_id", "kind"]).execute();
}

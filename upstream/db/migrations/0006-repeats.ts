import type { Kysely } from "kysely";
import { type DialectKind, required } from "./columns";

/** Tables for repetition: limits whose window rolls, and forms that are sent again. */
export async function up(db: Kysely<unknown>, _kind: DialectKind): Promise<void> {
  await db.schema
    .alterTable("rate_limits")
    .addColumn("used_at", "text", (column) => column.notNull().defaultTo("[]"))
    .execute();

  await db.schema
    .createTable("submissions")
    .addColumn("user_id", "bigint", (column) => column.notNull().references("users.id"))
    .addColumn("key", "text", required)
    .addColumn("body_hash", "text", required)
    .addColumn("result", "text", required)
    .addColumn("expires_at", "text", required)
    .addPrimaryKeyConstraint("submissions_key", ["user_id", "key"])
    .execute();
  await db.schema.createIndex("submissions_expiry").on("submissions").column("expires_at").execute();
}

import type { Kysely } from "kysely";
import { counter, type DialectKind, emptyText, required, withId } from "./columns";

/** Passkeys, and until when a login has proven to be its owner's. */
export async function up(db: Kysely<unknown>, kind: DialectKind): Promise<void> {
  await withId(db.schema.createTable("passkeys"), kind)
    .addColumn("user_id", "bigint", (column) => column.notNull().references("users.id"))
    .addColumn("credential_id", "text", (column) => column.notNull().unique())
    .addColumn("public_key", "text", required)
    .addColumn("user_handle", "text", required)
    .addColumn("counter", "bigint", counter)
    .addColumn("transports", "text", required)
    .addColumn("synced", "integer", counter)
    .addColumn("name", "text", required)
    .addColumn("created_at", "text", required)
    .addColumn("last_used_at", "text")
    .execute();
  await db.schema.createIndex("passkeys_user").on("passkeys").columns(["user_id", "id"]).execute();
  await db.schema.alterTable("sessions").addColumn("proven_until", "text", emptyText).execute();
}

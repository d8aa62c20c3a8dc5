import type { Kysely } from "kysely";
import { type DialectKind, required, withId } from "./columns";

/** People who were merged into others, and links by which an author that an import made is taken over. */
export async function up(db: Kysely<unknown>, kind: DialectKind): Promise<void> {
  await db.schema
    .createTable("merged_people")
    .addColumn("from_id", "bigint", (column) => column.primaryKey())
    .addColumn("into_id", "bigint", required)
    .addColumn("merged_at", "text", required)
    .execute();
  await withId(db.schema.createTable("handovers"), kind)
    .addColumn("user_id", "bigint", (column) => column.notNull().references("users.id"))
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("made_by", "bigint", required)
    .addColumn("made_at", "text", required)
    .addColumn("expires_at", "text", required)
    .addColumn("taken_by", "bigint")
    .addColumn("taken_at", "text")
    .addColumn("revoked_by", "bigint")
    .addColumn("revoked_at", "text")
    .execute();
  await db.schema.createIndex("handovers_user").on("handovers").columns(["user_id", "id"]).execute();
}

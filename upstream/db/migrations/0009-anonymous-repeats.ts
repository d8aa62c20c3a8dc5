import type { Kysely } from "kysely";
import { type DialectKind, required } from "./columns";

/** Forms of people who are not logged in are known again too; what is forgotten here was kept for a day at most. */
export async function up(db: Kysely<unknown>, _kind: DialectKind): Promise<void> {
  await db.schema.dropTable("submissions").execute();
  await db.schema
    .createTable("submissions")
    .addColumn("sender", "text", required)
    .addColumn("key", "text", required)
    .addColumn("body_hash", "text", required)
    .addColumn("result", "text", required)
    .addColumn("expires_at", "text", required)
    .addPrimaryKeyConstraint("submissions_sender_key", ["sender", "key"])
    .execute();
  await db.schema.createIndex("submissions_expiry").on("submissions").column("expires_at").execute();
}

import type { Kysely } from "kysely";
import { required } from "./columns";

/** Things of the queues that somebody of the staff has open. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("claims")
    .addColumn("queue", "text", required)
    .addColumn("target", "text", required)
    .addColumn("user_id", "bigint", (column) => column.notNull().references("users.id"))
    .addColumn("until_at", "text", required)
    .addPrimaryKeyConstraint("claims_pk", ["queue", "target"])
    .execute();
  await db.schema.createIndex("claims_user").on("claims").column("user_id").execute();
}

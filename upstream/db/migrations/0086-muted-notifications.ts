import type { Kysely } from "kysely";
import { required } from "./columns";

/** Sorts of notifications that members don't want. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("muted_notifications")
    .addColumn("user_id", "bigint", required)
    .addColumn("sort", "text", required)
    .addPrimaryKeyConstraint("muted_notifications_key", ["user_id", "sort"])
    .execute();
}

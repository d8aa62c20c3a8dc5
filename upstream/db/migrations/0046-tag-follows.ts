import type { Kysely } from "kysely";
import { required } from "./columns";

/** Tags that members follow. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("tag_follows")
    .addColumn("user_id", "bigint", required)
    .addColumn("tag", "text", required)
    .addColumn("created_at", "text", required)
    .addPrimaryKeyConstraint("tag_follows_key", ["user_id", "tag"])
    .execute();
}

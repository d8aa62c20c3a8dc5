import type { Kysely } from "kysely";
import { counter, required } from "./columns";

/** Sorts of notifications that members want outside the site, by channel, and whose turn it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("outside_sorts")
    .addColumn("user_id", "bigint", required)
    .addColumn("channel", "text", required)
    .addColumn("sort", "text", required)
    .addPrimaryKeyConstraint("outside_sorts_key", ["user_id", "channel", "sort"])
    .execute();
  await db.schema
    .createTable("outside_turns")
    .addColumn("channel", "text", required)
    .addColumn("user_id", "bigint", required)
    .addColumn("told_until", "text", required)
    .addColumn("next_at", "text", required)
    .addColumn("failures", "integer", counter)
    .addPrimaryKeyConstraint("outside_turns_key", ["channel", "user_id"])
    .execute();
}

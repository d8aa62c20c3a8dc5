import type { Kysely } from "kysely";
import { counter, emptyText, required } from "./columns";

/** Pages as search engines may know them, those that wait to be told, and whose turn it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("address_states")
    .addColumn("kind", "text", required)
    .addColumn("item_id", "bigint", required)
    .addColumn("state", "text", required)
    .addPrimaryKeyConstraint("address_states_key", ["kind", "item_id"])
    .execute();
  await db.schema
    .createTable("address_queue")
    .addColumn("engine", "text", required)
    .addColumn("kind", "text", required)
    .addColumn("item_id", "bigint", required)
    .addColumn("queued_at", "text", required)
    .addPrimaryKeyConstraint("address_queue_key", ["engine", "kind", "item_id"])
    .execute();
  await db.schema
    .createTable("address_turns")
    .addColumn("engine", "text", (column) => column.primaryKey())
    .addColumn("next_at", "text", required)
    .addColumn("failures", "integer", counter)
    .addColumn("failure", "text", emptyText)
    .addColumn("outcome", "text")
    .execute();
}

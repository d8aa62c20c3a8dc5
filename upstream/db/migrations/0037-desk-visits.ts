import type { Kysely } from "kysely";
import { required } from "./columns";

/** Time at which each of the staff last said that they had seen what was new. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("desk_visits")
    .addColumn("user_id", "bigint", (column) => column.primaryKey())
    .addColumn("seen_at", "text", required)
    .execute();
}

import type { Kysely } from "kysely";
import { required } from "./columns";

/** Addresses of questions that were merged into others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("merged_questions")
    .addColumn("from_id", "bigint", (column) => column.primaryKey())
    .addColumn("into_id", "bigint", required)
    .addColumn("merged_at", "text", required)
    .execute();
}

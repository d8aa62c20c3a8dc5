import type { Kysely } from "kysely";
import { required } from "./columns";

/** Columns by whose days rows are counted. */
const COUNTED = [
  ["users", "created_at"],
  ["questions", "created_at"],
  ["answers", "created_at"],
  ["articles", "created_at"],
  ["comments", "created_at"],
  ["likes", "created_at"],
  ["votes", "created_at"],
  ["favorites", "created_at"],
  ["zhiku_journeys", "opened_at"],
  ["zhiku_downloads", "created_at"],
] as const;

/** Figures of each day. What older rows tell is counted by the first run of the job, from their beginning. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("metrics_daily")
    .addColumn("day", "text", required)
    .addColumn("key", "text", required)
    .addColumn("value", "bigint", required)
    .addPrimaryKeyConstraint("metrics_daily_key", ["day", "key"])
    .execute();
  await db.schema
    .createTable("search_misses")
    .addColumn("day", "text", required)
    .addColumn("word", "text", required)
    .addColumn("times", "bigint", required)
    .addPrimaryKeyConstraint("search_misses_key", ["day", "word"])
    .execute();
  for (const [table, column] of COUNTED) {
    await db.schema.createIndex(`${table}_counted`).on(table).column(column).execute();
  }
}

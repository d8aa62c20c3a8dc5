import type { Kysely } from "kysely";

/** Index by which everything is found that was done by one request, or one command. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("audit_log_request").on("audit_log").columns(["request_id", "id"]).execute();
}

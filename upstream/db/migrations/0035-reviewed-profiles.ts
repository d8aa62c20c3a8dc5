import { type Kysely, sql } from "kysely";

/** So that the console lists the professional profiles that were looked at, the last first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("zhiku_profiles_reviewed")
    .on("zhiku_profiles")
    .columns(["rejected", "reviewed_at", "user_id"])
    .where(sql.ref("reviewed_at"), "is not", null)
    .execute();
}

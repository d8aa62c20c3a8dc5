import { type Kysely, sql } from "kysely";
import type { DialectKind } from "./columns";

/** Index for a member's own submissions of a form, and keys of withdrawn ones, which are freed at once from now on. */
export async function up(db: Kysely<unknown>, _kind: DialectKind): Promise<void> {
  await db.schema
    .createIndex("form_submissions_own")
    .on("form_submissions")
    .columns(["user_id", "form_id", "id"])
    .execute();
  await sql`update form_submissions set once_by = null where state = 'withdrawn'`.execute(db);
}

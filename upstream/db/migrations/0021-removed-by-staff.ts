import { type Kysely, sql } from "kysely";
import { emptyText } from "./columns";

/** Times, people and reasons of what staff took off the site, and of their decisions on reports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ["questions", "answers", "articles", "cases", "comments"]) {
    await db.schema.alterTable(name).addColumn("removed_at", "text").execute();
    await db.schema.alterTable(name).addColumn("removed_by", "bigint").execute();
    await db.schema.alterTable(name).addColumn("removed_reason", "text", emptyText).execute();
    // The console lists what is deleted, newest first; and everybody finds what was removed of theirs.
    await db.schema
      .createIndex(`${name}_gone`)
      .on(name)
      .columns(["created_at", "id"])
      .where(sql.ref("deleted_at"), "is not", null)
      .execute();
    await db.schema
      .createIndex(`${name}_removed`)
      .on(name)
      .column("removed_at")
      .where(sql.ref("removed_at"), "is not", null)
      .execute();
  }
  await db.schema
    .createIndex("comments_latest")
    .on("comments")
    .columns(["created_at", "id"])
    .where(sql.ref("deleted_at"), "is", null)
    .execute();
  await db.schema.alterTable("reports").addColumn("decided_at", "text").execute();
  await db.schema.alterTable("reports").addColumn("decided_by", "bigint").execute();
  // All that was said of one thing.
  await db.schema.createIndex("reports_target").on("reports").columns(["target_kind", "target_id", "state"]).execute();
}

import { type Kysely, sql } from "kysely";
import { type DialectKind, emptyText, required, withId } from "./columns";

/** Tables that writing needs beside the content itself: drafts, reviews, reports, answers to forms. */
export async function up(db: Kysely<unknown>, kind: DialectKind): Promise<void> {
  const table = (name: string) => db.schema.createTable(name);

  await table("drafts")
    .addColumn("user_id", "bigint", (column) => column.notNull().references("users.id"))
    .addColumn("target", "text", required)
    .addColumn("base_version", "integer", required)
    .addColumn("updated_at", "text", required)
    .addColumn("fields", "text", required)
    .addPrimaryKeyConstraint("drafts_key", ["user_id", "target", "base_version"])
    .execute();
  await db.schema.createIndex("drafts_user").on("drafts").columns(["user_id", "updated_at"]).execute();

  await withId(table("reviews"), kind)
    .addColumn("author_id", "bigint", (column) => column.notNull().references("users.id"))
    .addColumn("kind", "text", required)
    .addColumn("word", "text", required)
    .addColumn("state", "text", (column) => column.notNull().defaultTo("waiting"))
    .addColumn("created_at", "text", required)
    .addColumn("decided_at", "text")
    .addColumn("fields", "text", required)
    .execute();
  await db.schema.createIndex("reviews_state").on("reviews").columns(["state", "id"]).execute();

  await withId(table("reports"), kind)
    .addColumn("reporter_id", "bigint", (column) => column.notNull().references("users.id"))
    .addColumn("target_kind", "text", required)
    .addColumn("target_id", "bigint", required)
    .addColumn("reason", "text", required)
    .addColumn("detail", "text", emptyText)
    .addColumn("state", "text", (column) => column.notNull().defaultTo("open"))
    .addColumn("created_at", "text", required)
    .addUniqueConstraint("reports_once", ["reporter_id", "target_kind", "target_id"])
    .execute();
  await db.schema.createIndex("reports_state").on("reports").columns(["state", "id"]).execute();

  await withId(table("form_submissions"), kind)
    .addColumn("form_id", "bigint", (column) => column.notNull().references("forms.id"))
    .addColumn("user_id", "bigint")
    // The person, where a form takes one answer of each; nothing otherwise, and nothings never clash.
    .addColumn("once_by", "bigint")
    .addColumn("created_at", "text", required)
    .addColumn("answers", "text", required)
    .addUniqueConstraint("form_submissions_once", ["form_id", "once_by"])
    .execute();

  // Uploads of a person, for the quota of the day; and those that were never confirmed, for the sweep.
  await db.schema.createIndex("objects_owner").on("objects").columns(["owner_id", "created_at"]).execute();
  await db.schema
    .createIndex("objects_unconfirmed")
    .on("objects")
    .column("created_at")
    .where(sql.ref("confirmed"), "=", sql.lit(0))
    .execute();

  // What was deleted, by whose it is (to bring it back) and by time (to forget it).
  for (const name of ["questions", "answers", "articles", "comments"]) {
    for (const [end, columns] of [
      ["deleted_author", ["author_id", "deleted_at"]],
      ["deleted", ["deleted_at"]],
    ] as const) {
      await db.schema
        .createIndex(`${name}_${end}`)
        .on(name)
        .columns([...columns])
        .where(sql.ref("deleted_at"), "is not", null)
        .execute();
    }
  }
}

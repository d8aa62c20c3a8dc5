import type { Kysely } from "kysely";
import { counter, type DialectKind, emptyText, required } from "./columns";

/** Columns for what staff do with answers to forms, and the fields that a form had before, so that answers keep their meaning. */
export async function up(db: Kysely<unknown>, _kind: DialectKind): Promise<void> {
  await db.schema
    .createTable("form_versions")
    .addColumn("form_id", "bigint", (column) => column.notNull().references("forms.id"))
    .addColumn("version", "integer", required)
    .addColumn("fields", "text", required)
    .addPrimaryKeyConstraint("form_versions_key", ["form_id", "version"])
    .execute();
  const answers = () => db.schema.alterTable("form_submissions");
  // 0: of before there were versions, which is the first.
  await answers().addColumn("form_version", "integer", counter).execute();
  await answers()
    .addColumn("state", "text", (column) => column.notNull().defaultTo("new"))
    .execute();
  await answers().addColumn("staff_note", "text", emptyText).execute();
  await answers().addColumn("deleted_at", "text").execute();
  await db.schema
    .createIndex("form_submissions_form")
    .on("form_submissions")
    .columns(["form_id", "created_at", "id"])
    .execute();
}

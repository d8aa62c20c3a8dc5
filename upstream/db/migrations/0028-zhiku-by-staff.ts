import type { Kysely } from "kysely";
import { counter, emptyText } from "./columns";

/** So that staff can write zhiku: categories that are hidden, drafts, the Markdown of what rights give, versions for two who write at once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("zhiku_categories").addColumn("hidden_at", "text").execute();
  // Both have `deleted_at` as well: to builds that know nothing of them such documents are not there.
  for (const column of ["draft", "hidden"]) {
    await db.schema.alterTable("zhiku_contents").addColumn(column, "integer", counter).execute();
  }
  await db.schema.alterTable("zhiku_rights_texts").addColumn("content", "text", emptyText).execute();
  for (const table of ["zhiku_categories", "zhiku_rights_texts"]) {
    await db.schema
      .alterTable(table)
      .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
      .execute();
  }
  // The console lists what is not on the site, too.
  await db.schema.createIndex("zhiku_contents_edited").on("zhiku_contents").columns(["updated_at", "id"]).execute();
}

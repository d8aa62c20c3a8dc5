import { type Kysely, sql } from "kysely";
import { counter } from "./columns";

/** Counts of what a document of zhiku holds, made when it is written, so that its wall can say what stands behind it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["table_count", "picture_count", "free_headings"]) {
    await db.schema.alterTable("zhiku_contents").addColumn(column, "integer", counter).execute();
  }
  await countAll(db);
}

/** Counts what stands in the documents that are there. */
export async function countAll(db: Kysely<unknown>): Promise<void> {
  // Texts cannot hold these as such: their angle brackets and quotes are escaped.
  await sql`update zhiku_contents set
    table_count = (length(content_html) - length(replace(content_html, '<table', ''))) / 6,
    picture_count = (length(content_html) - length(replace(content_html, '<img ', ''))) / 5,
    free_headings = (length(free_html) - length(replace(free_html, ' id="h-', ''))) / 7`.execute(db);
}

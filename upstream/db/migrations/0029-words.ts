import type { Kysely } from "kysely";
import { counter, type DialectKind, required, withId } from "./columns";

/** Sensitive words that staff keep, beside those of the file. */
export async function up(db: Kysely<unknown>, kind: DialectKind): Promise<void> {
  await withId(db.schema.createTable("words"), kind)
    .addColumn("word", "text", required)
    .addColumn("word_key", "text", (column) => column.notNull().unique())
    .addColumn("action", "text", required)
    .addColumn("hits", "integer", counter)
    .addColumn("created_at", "text", required)
    .execute();
}

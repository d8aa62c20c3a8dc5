import type { Kysely } from "kysely";

/** Texts are held for more than words: why each of them is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("reviews")
    .addColumn("held_for", "text", (column) => column.notNull().defaultTo("word"))
    .execute();
}

import type { Kysely } from "kysely";

/** Time at which a comment was corrected, and how often its words were written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("comments")
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable("comments").addColumn("edited_at", "text").execute();
}

import type { Kysely } from "kysely";

/** People called in a comment when it was written, since a name may be somebody else's later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("comments").addColumn("called", "text").execute();
}

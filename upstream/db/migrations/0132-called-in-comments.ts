import type { Kysely } from "kysely";

/** Who was called in a comment when it was written, since names are free for others later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("comments").addColumn("called", "text").execute();
}

import type { Kysely } from "kysely";

/** Decisions on each author's held texts are counted from an index: the queue of them is ordered by what became of those. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("reviews_author_state").on("reviews").columns(["author_id", "state"]).execute();
}

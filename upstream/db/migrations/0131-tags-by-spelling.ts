import { type Kysely, sql } from "kysely";

/** So that a tag is found in the spelling that texts carry, whatever case it is typed in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("tags_lower_name").on("tags").expression(sql`lower(name)`).execute();
}

import { type Kysely, sql } from "kysely";
import { emptyText } from "./columns";

/**
 * Reason why a text was changed, and who keeps an earlier version of it from readers. Versions that were written before
 * readers could look at them stay their authors', who may show them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("text_versions").addColumn("reason", "text", emptyText).execute();
  await db.schema.alterTable("text_versions").addColumn("withheld", "text").execute();
  await sql`update text_versions set withheld = 'author' where version < (
    select max(newer.version) from text_versions as newer
    where newer.kind = text_versions.kind and newer.item_id = text_versions.item_id)`.execute(db);
}

import { type Kysely, sql } from "kysely";
import { counter, emptyText, required } from "./columns";

/** Versions of what members agree to, and who agreed to which. What is there already becomes version 1, of which nobody is asked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("agreements")
    .addColumn("key", "text", required)
    .addColumn("version", "integer", required)
    .addColumn("title", "text", required)
    .addColumn("content", "text", required)
    .addColumn("content_html", "text", required)
    .addColumn("changes", "text", emptyText)
    .addColumn("effective_at", "text", required)
    .addColumn("applied_at", "text")
    .addColumn("ask_again", "integer", counter)
    .addColumn("published_at", "text", required)
    .addColumn("published_by", "bigint")
    .addPrimaryKeyConstraint("agreements_key", ["key", "version"])
    .execute();
  await sql`insert into agreements (key, version, title, content, content_html, effective_at, applied_at, published_at)
    select key, 1, title, content, coalesce(content_html, ''), updated_at, updated_at, updated_at
    from site_texts where key in ('terms', 'privacy')`.execute(db);

  await db.schema
    .createTable("consents")
    .addColumn("user_id", "bigint", (column) => column.notNull().references("users.id"))
    .addColumn("key", "text", required)
    .addColumn("agreed_version", "integer", required)
    .addColumn("at", "text", required)
    .addColumn("address", "text", emptyText)
    .addPrimaryKeyConstraint("consents_key", ["user_id", "key", "agreed_version"])
    .execute();
  await db.schema.createIndex("consents_version").on("consents").columns(["key", "agreed_version"]).execute();
}

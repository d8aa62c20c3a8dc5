import { type Kysely, sql } from "kysely";
import { counter, type DialectKind, emptyText, required, withId } from "./columns";

/** Zhiku: its catalogue, who may read what, and what readers leave behind. */
export async function up(db: Kysely<unknown>, kind: DialectKind): Promise<void> {
  const table = (name: string) => db.schema.createTable(name);
  const index = (name: string, on: string, columns: string[]) =>
    db.schema.createIndex(name).on(on).columns(columns).execute();

  await withId(table("zhiku_categories"), kind)
    .addColumn("parent_id", "bigint", (column) => column.references("zhiku_categories.id"))
    .addColumn("slug", "text", (column) => column.notNull().unique())
    .addColumn("name", "text", required)
    .addColumn("description", "text", emptyText)
    .addColumn("cover", "text")
    .addColumn("banner", "text")
    .addColumn("position", "integer", counter)
    .execute();

  // Long texts come last in a row, as in the site's tables.
  await withId(table("zhiku_contents"), kind)
    .addColumn("category_id", "bigint", (column) => column.notNull().references("zhiku_categories.id"))
    .addColumn("type", "text", required)
    .addColumn("title", "text", required)
    .addColumn("abstract", "text", required)
    .addColumn("cover", "text")
    .addColumn("source", "text", emptyText)
    .addColumn("trial", "integer", counter)
    .addColumn("recommended", "integer", counter)
    .addColumn("length", "integer", counter)
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("read_count", "integer", counter)
    .addColumn("favorite_count", "integer", counter)
    .addColumn("attachment_count", "integer", counter)
    .addColumn("download_count", "integer", counter)
    .addColumn("document", "text")
    .addColumn("created_at", "text", required)
    .addColumn("updated_at", "text", required)
    .addColumn("deleted_at", "text")
    .addColumn("headings", "text", required)
    .addColumn("free_html", "text", required)
    .addColumn("content_html", "text", required)
    .addColumn("content", "text", required)
    .execute();
  for (const [name, columns] of [
    ["latest", ["created_at", "id"]],
    ["type", ["type", "created_at", "id"]],
    ["category", ["category_id", "created_at", "id"]],
    ["hot", ["read_count", "id"]],
  ] as const) {
    await db.schema
      .createIndex(`zhiku_contents_${name}`)
      .on("zhiku_contents")
      .columns([...columns])
      .where(sql.ref("deleted_at"), "is", null)
      .execute();
  }

  await withId(table("zhiku_attachments"), kind)
    .addColumn("content_id", "bigint", (column) => column.notNull().references("zhiku_contents.id"))
    .addColumn("position", "integer", counter)
    .addColumn("key", "text", required)
    .addColumn("file_name", "text", required)
    .addColumn("content_type", "text", required)
    .addColumn("bytes", "bigint", required)
    .addColumn("download_count", "integer", counter)
    .execute();
  await index("zhiku_attachments_content", "zhiku_attachments", ["content_id", "position"]);

  await table("zhiku_images")
    .addColumn("key", "text", required)
    .addColumn("position", "integer", required)
    .addColumn("title", "text", emptyText)
    .addColumn("href", "text", emptyText)
    .addColumn("image", "text", required)
    .addPrimaryKeyConstraint("zhiku_images_key", ["key", "position"])
    .execute();

  await withId(table("zhiku_rights_texts"), kind)
    .addColumn("category_id", "bigint", (column) => column.unique().references("zhiku_categories.id"))
    .addColumn("title", "text", required)
    .addColumn("content_html", "text", required)
    .execute();

  const owned = (name: string) =>
    table(name).addColumn("user_id", "bigint", (column) => column.notNull().references("users.id"));

  await table("zhiku_profiles")
    .addColumn("user_id", "bigint", (column) => column.primaryKey().references("users.id"))
    .addColumn("name", "text", emptyText)
    .addColumn("company", "text", emptyText)
    .addColumn("department", "text", emptyText)
    .addColumn("position", "text", emptyText)
    .addColumn("phone", "text", emptyText)
    .addColumn("email", "text", emptyText)
    .addColumn("rejected", "integer", counter)
    .addColumn("reject_reason", "text", emptyText)
    .addColumn("created_at", "text", required)
    .addColumn("updated_at", "text", required)
    .addColumn("reviewed_at", "text")
    .execute();
  // What the operator has yet to look at.
  await db.schema
    .createIndex("zhiku_profiles_unreviewed")
    .on("zhiku_profiles")
    .column("updated_at")
    .where(sql.ref("reviewed_at"), "is", null)
    .execute();

  await withId(owned("zhiku_rights"), kind)
    .addColumn("category_id", "bigint", (column) => column.references("zhiku_categories.id"))
    .addColumn("from_at", "text", required)
    .addColumn("until_at", "text", required)
    .addColumn("source", "text", required)
    // One order gives one right, whatever happens twice.
    .addColumn("order_id", "bigint", (column) => column.unique())
    .addColumn("created_at", "text", required)
    .execute();
  await index("zhiku_rights_user", "zhiku_rights", ["user_id", "until_at"]);

  await owned("zhiku_favorites")
    .addColumn("content_id", "bigint", (column) => column.notNull().references("zhiku_contents.id"))
    .addColumn("created_at", "text", required)
    .addPrimaryKeyConstraint("zhiku_favorites_key", ["user_id", "content_id"])
    .execute();
  await index("zhiku_favorites_latest", "zhiku_favorites", ["user_id", "created_at", "content_id"]);

  // Each time that somebody opens a content, and beside it where they are in it now.
  await withId(owned("zhiku_journeys"), kind)
    .addColumn("content_id", "bigint", (column) => column.notNull().references("zhiku_contents.id"))
    .addColumn("device", "text", emptyText)
    .addColumn("percent", "integer", counter)
    .addColumn("opened_at", "text", required)
    .addColumn("updated_at", "text", required)
    .execute();
  await index("zhiku_journeys_user", "zhiku_journeys", ["user_id", "opened_at"]);

  await owned("zhiku_readings")
    .addColumn("content_id", "bigint", (column) => column.notNull().references("zhiku_contents.id"))
    .addColumn("percent", "integer", counter)
    .addColumn("anchor", "text")
    .addColumn("version", "integer", required)
    .addColumn("read_at", "text", required)
    .addPrimaryKeyConstraint("zhiku_readings_key", ["user_id", "content_id"])
    .execute();
  await index("zhiku_readings_latest", "zhiku_readings", ["user_id", "read_at", "content_id"]);

  await withId(owned("zhiku_downloads"), kind)
    .addColumn("content_id", "bigint", (column) => column.notNull().references("zhiku_contents.id"))
    .addColumn("attachment_id", "bigint")
    .addColumn("use", "text", required)
    .addColumn("address", "text", emptyText)
    .addColumn("created_at", "text", required)
    .execute();
  await index("zhiku_downloads_user", "zhiku_downloads", ["user_id", "created_at"]);

  await owned("zhiku_searches")
    .addColumn("q", "text", required)
    .addColumn("searched_at", "text", required)
    .addPrimaryKeyConstraint("zhiku_searches_key", ["user_id", "q"])
    .execute();

  // Lists of people count what is in them as others do.
  for (const column of ["zhiku_favorite_count", "zhiku_reading_count"]) {
    await db.schema.alterTable("users").addColumn(column, "integer", counter).execute();
  }
}

import { type Kysely, sql } from "kysely";
import { counter, type DialectKind, emptyText, required, withId } from "./columns";

/** Notifications, and an index by which names are completed. */
export async function up(db: Kysely<unknown>, kind: DialectKind): Promise<void> {
  await withId(db.schema.createTable("news"), kind)
    .addColumn("user_id", "bigint", (column) => column.notNull().references("users.id"))
    .addColumn("kind", "text", required)
    .addColumn("verb", "text", required)
    .addColumn("actor_id", "bigint", counter)
    .addColumn("target_kind", "text", required)
    .addColumn("target_id", "bigint", required)
    .addColumn("source_kind", "text", emptyText)
    .addColumn("source_id", "bigint", counter)
    .addColumn("group_key", "text", required)
    .addColumn("created_at", "text", required)
    .addColumn("visible_at", "text", required)
    .addColumn("read_at", "text")
    .addColumn("hidden_at", "text")
    .addColumn("title", "text", emptyText)
    .addColumn("excerpt", "text", emptyText)
    .addColumn("path", "text", emptyText)
    .execute();
  const index = (name: string, columns: string[]) => db.schema.createIndex(name).on("news").columns(columns);
  await index("news_latest", ["user_id", "kind", "id"]).where(sql.ref("hidden_at"), "is", null).execute();
  await index("news_unread", ["user_id", "kind", "id"]).where(sql`hidden_at is null and read_at`, "is", null).execute();
  // A reaction that is taken back and set again is the same news.
  await index("news_once", ["user_id", "verb", "actor_id", "target_kind", "target_id", "source_kind", "source_id"])
    .unique()
    .where("verb", "!=", sql.lit("system"))
    .execute();
  await index("news_target", ["target_kind", "target_id"]).execute();
  await index("news_source", ["source_kind", "source_id"]).execute();

  // `like 'beginning%'` walks an index only if that orders text as LIKE compares it.
  const nickname = kind === "sqlite" ? sql`nickname collate nocase` : sql`nickname text_pattern_ops`;
  await sql`create index users_nickname on users (${nickname}) where deleted_at is null`.execute(db);
}

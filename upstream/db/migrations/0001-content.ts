import { type Kysely, sql } from "kysely";
import { counter, type DialectKind, emptyText, required, withId } from "./columns";

/** People, content, reactions, site configuration and the tables that lists, caches and imports stand on. */
export async function up(db: Kysely<unknown>, kind: DialectKind): Promise<void> {
  const table = (name: string) => db.schema.createTable(name);
  const index = (name: string, on: string, columns: string[]) =>
    db.schema.createIndex(name).on(on).columns(columns).execute();

  await withId(table("users"), kind)
    .addColumn("nickname", "text", required)
    .addColumn("avatar", "text", emptyText)
    .addColumn("headline", "text", emptyText)
    .addColumn("bio", "text", emptyText)
    .addColumn("company", "text", emptyText)
    .addColumn("city", "text", emptyText)
    .addColumn("phone", "text", (column) => column.unique())
    .addColumn("password_hash", "text")
    .addColumn("collections_private", "integer", counter)
    .addColumn("question_count", "integer", counter)
    .addColumn("answer_count", "integer", counter)
    .addColumn("article_count", "integer", counter)
    .addColumn("comment_count", "integer", counter)
    .addColumn("received_count", "integer", counter)
    .addColumn("follow_count", "integer", counter)
    .addColumn("fans_count", "integer", counter)
    .addColumn("follow_question_count", "integer", counter)
    .addColumn("article_favorite_count", "integer", counter)
    .addColumn("case_favorite_count", "integer", counter)
    .addColumn("liked_count", "integer", counter)
    .addColumn("created_at", "text", required)
    .addColumn("deleted_at", "text")
    .execute();

  await table("sessions")
    .addColumn("token_hash", "text", (column) => column.primaryKey())
    .addColumn("user_id", "bigint", (column) => column.notNull().references("users.id"))
    .addColumn("device", "text", emptyText)
    .addColumn("created_at", "text", required)
    .addColumn("expires_at", "text", required)
    .execute();
  await index("sessions_user", "sessions", ["user_id"]);

  // Long texts come last in a row: SQLite reads past them to get at what stands behind. Lists need none of them,
  // details the HTML, editors the Markdown.
  await withId(table("questions"), kind)
    .addColumn("author_id", "bigint", (column) => column.notNull().references("users.id"))
    .addColumn("title", "text", required)
    .addColumn("excerpt", "text", required)
    .addColumn("tags", "text", required)
    .addColumn("answer_count", "integer", counter)
    .addColumn("follow_count", "integer", counter)
    .addColumn("comment_count", "integer", counter)
    .addColumn("accepted_answer_id", "bigint")
    .addColumn("top_answer_id", "bigint")
    .addColumn("hot", sql`double precision`, counter)
    .addColumn("ai_generated", "integer", counter)
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("created_at", "text", required)
    .addColumn("updated_at", "text", required)
    .addColumn("deleted_at", "text")
    .addColumn("content_html", "text", required)
    .addColumn("content", "text", required)
    .execute();

  await withId(table("answers"), kind)
    .addColumn("question_id", "bigint", (column) => column.notNull().references("questions.id"))
    .addColumn("author_id", "bigint", (column) => column.notNull().references("users.id"))
    .addColumn("excerpt", "text", required)
    .addColumn("vote_up", "integer", counter)
    .addColumn("vote_down", "integer", counter)
    .addColumn("score", sql`double precision`, counter)
    .addColumn("accepted", "integer", counter)
    .addColumn("comment_count", "integer", counter)
    .addColumn("ai_generated", "integer", counter)
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("created_at", "text", required)
    .addColumn("updated_at", "text", required)
    .addColumn("deleted_at", "text")
    .addColumn("content_html", "text", required)
    .addColumn("content", "text", required)
    .execute();

  await withId(table("articles"), kind)
    .addColumn("author_id", "bigint", (column) => column.notNull().references("users.id"))
    .addColumn("classification_id", "bigint")
    .addColumn("title", "text", required)
    .addColumn("excerpt", "text", required)
    .addColumn("length", "integer", counter)
    .addColumn("cover", "text")
    .addColumn("tags", "text", required)
    .addColumn("like_count", "integer", counter)
    .addColumn("favorite_count", "integer", counter)
    .addColumn("comment_count", "integer", counter)
    .addColumn("hot", sql`double precision`, counter)
    .addColumn("ai_generated", "integer", counter)
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("created_at", "text", required)
    .addColumn("updated_at", "text", required)
    .addColumn("deleted_at", "text")
    .addColumn("headings", "text", required)
    .addColumn("content_html", "text", required)
    .addColumn("content", "text", required)
    .execute();

  await withId(table("cases"), kind)
    .addColumn("classification_id", "bigint")
    .addColumn("title", "text", required)
    .addColumn("excerpt", "text", required)
    .addColumn("cover", "text")
    .addColumn("tags", "text", required)
    .addColumn("report", "text")
    .addColumn("like_count", "integer", counter)
    .addColumn("favorite_count", "integer", counter)
    .addColumn("comment_count", "integer", counter)
    .addColumn("hot", sql`double precision`, counter)
    .addColumn("created_at", "text", required)
    .addColumn("updated_at", "text", required)
    .addColumn("deleted_at", "text")
    .addColumn("headings", "text", required)
    .addColumn("content_html", "text", required)
    .addColumn("content", "text", required)
    .execute();

  await withId(table("activities"), kind)
    .addColumn("title", "text", required)
    .addColumn("excerpt", "text", required)
    .addColumn("cover", "text")
    .addColumn("city", "text", required)
    .addColumn("starts_at", "text", required)
    .addColumn("ends_at", "text", required)
    .addColumn("form_id", "bigint")
    .addColumn("created_at", "text", required)
    .addColumn("deleted_at", "text")
    .addColumn("content_html", "text", required)
    .addColumn("content", "text", required)
    .execute();

  await withId(table("announcements"), kind)
    .addColumn("title", "text", required)
    .addColumn("excerpt", "text", required)
    .addColumn("created_at", "text", required)
    .addColumn("deleted_at", "text")
    .addColumn("content_html", "text", required)
    .addColumn("content", "text", required)
    .execute();

  await withId(table("comments"), kind)
    .addColumn("target_kind", "text", required)
    .addColumn("target_id", "bigint", required)
    .addColumn("author_id", "bigint", (column) => column.notNull().references("users.id"))
    .addColumn("parent_id", "bigint")
    .addColumn("reply_to_id", "bigint")
    .addColumn("receiver_id", "bigint")
    .addColumn("text", "text", required)
    .addColumn("like_count", "integer", counter)
    .addColumn("child_count", "integer", counter)
    .addColumn("created_at", "text", required)
    .addColumn("deleted_at", "text")
    .execute();

  await withId(table("classifications"), kind)
    .addColumn("kind", "text", required)
    .addColumn("slug", "text", required)
    .addColumn("name", "text", required)
    .addColumn("position", "integer", required)
    .addColumn("total", "integer", counter)
    .addUniqueConstraint("classifications_slug", ["kind", "slug"])
    .execute();

  await table("tags")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("total", "integer", counter)
    .execute();
  await table("taggings")
    .addColumn("tag", "text", required)
    .addColumn("kind", "text", required)
    .addColumn("item_id", "bigint", required)
    .addColumn("created_at", "text", required)
    .addPrimaryKeyConstraint("taggings_key", ["kind", "tag", "created_at", "item_id"])
    .execute();
  await index("taggings_item", "taggings", ["kind", "item_id"]);

  await table("feed_entries")
    .addColumn("kind", "text", required)
    .addColumn("item_id", "bigint", required)
    .addColumn("created_at", "text", required)
    .addColumn("hot", sql`double precision`, counter)
    .addPrimaryKeyConstraint("feed_entries_key", ["kind", "item_id"])
    .execute();
  await index("feed_entries_latest", "feed_entries", ["created_at", "item_id", "kind"]);
  await index("feed_entries_hot", "feed_entries", ["hot", "item_id", "kind"]);

  await table("related_questions")
    .addColumn("question_id", "bigint", required)
    .addColumn("position", "integer", required)
    .addColumn("related_id", "bigint", required)
    .addPrimaryKeyConstraint("related_questions_key", ["question_id", "position"])
    .execute();

  await table("user_follows")
    .addColumn("follower_id", "bigint", required)
    .addColumn("followed_id", "bigint", required)
    .addColumn("created_at", "text", required)
    .addPrimaryKeyConstraint("user_follows_key", ["follower_id", "followed_id"])
    .execute();
  await index("user_follows_follower", "user_follows", ["follower_id", "created_at", "followed_id"]);
  await index("user_follows_followed", "user_follows", ["followed_id", "created_at", "follower_id"]);

  await table("question_follows")
    .addColumn("user_id", "bigint", required)
    .addColumn("question_id", "bigint", required)
    .addColumn("created_at", "text", required)
    .addPrimaryKeyConstraint("question_follows_key", ["user_id", "question_id"])
    .execute();
  await index("question_follows_user", "question_follows", ["user_id", "created_at", "question_id"]);
  await index("question_follows_question", "question_follows", ["question_id"]);

  for (const name of ["likes", "favorites"]) {
    await table(name)
      .addColumn("user_id", "bigint", required)
      .addColumn("target_kind", "text", required)
      .addColumn("target_id", "bigint", required)
      .addColumn("created_at", "text", required)
      .addPrimaryKeyConstraint(`${name}_key`, ["user_id", "target_kind", "target_id"])
      .execute();
    await index(`${name}_user`, name, ["user_id", "target_kind", "created_at", "target_id"]);
    await index(`${name}_target`, name, ["target_kind", "target_id"]);
  }

  await table("votes")
    .addColumn("user_id", "bigint", required)
    .addColumn("answer_id", "bigint", required)
    .addColumn("value", "integer", required)
    .addColumn("created_at", "text", required)
    .addPrimaryKeyConstraint("votes_key", ["user_id", "answer_id"])
    .execute();
  await index("votes_answer", "votes", ["answer_id"]);

  await withId(table("forms"), kind)
    .addColumn("title", "text", required)
    .addColumn("description_html", "text", required)
    .addColumn("fields", "text", required)
    .addColumn("opens_at", "text")
    .addColumn("closes_at", "text")
    .addColumn("once_per_person", "integer", counter)
    .addColumn("created_at", "text", required)
    .addColumn("deleted_at", "text")
    .execute();

  await table("site_texts")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("title", "text", required)
    .addColumn("content", "text", required)
    .addColumn("content_html", "text")
    .addColumn("updated_at", "text", required)
    .execute();
  await table("site_settings")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("value", "text", required)
    .execute();

  await table("objects")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("owner_id", "bigint")
    .addColumn("file_name", "text", required)
    .addColumn("content_type", "text", required)
    .addColumn("bytes", "bigint", required)
    .addColumn("width", "integer", counter)
    .addColumn("height", "integer", counter)
    .addColumn("confirmed", "integer", counter)
    .addColumn("created_at", "text", required)
    .execute();

  await table("list_totals")
    .addColumn("list", "text", (column) => column.primaryKey())
    .addColumn("total", "integer", counter)
    .addColumn("newest_created_at", "text", required)
    .addColumn("newest_item_id", "bigint", required)
    .execute();
  await table("list_anchors")
    .addColumn("list", "text", required)
    .addColumn("created_at", "text", required)
    .addColumn("item_id", "bigint", required)
    .addColumn("ordinal", "integer", required)
    .addPrimaryKeyConstraint("list_anchors_key", ["list", "created_at", "item_id"])
    .execute();
  await index("list_anchors_ordinal", "list_anchors", ["list", "ordinal"]);

  await table("versions")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("version", "bigint", required)
    .execute();

  await table("imports")
    .addColumn("source", "text", (column) => column.primaryKey())
    .addColumn("kind", "text", required)
    .addColumn("item_id", "bigint", required)
    .addColumn("hash", "text", required)
    .addColumn("imported_at", "text", required)
    .execute();

  // Lists leave out what is deleted, and so do the indexes that they walk.
  const live = (name: string, on: string, columns: string[]) =>
    db.schema.createIndex(name).on(on).columns(columns).where(sql.ref("deleted_at"), "is", null).execute();
  await live("questions_latest", "questions", ["created_at", "id"]);
  await live("questions_hot", "questions", ["hot", "id"]);
  await db.schema
    .createIndex("questions_unanswered")
    .on("questions")
    .columns(["created_at", "id"])
    .where(sql`deleted_at is null and answer_count`, "=", sql.lit(0))
    .execute();
  await live("questions_author", "questions", ["author_id", "created_at", "id"]);
  await live("answers_latest", "answers", ["created_at", "id"]);
  await live("answers_author", "answers", ["author_id", "created_at", "id"]);
  await live("answers_default", "answers", ["question_id", "accepted", "score", "id"]);
  await live("answers_time", "answers", ["question_id", "accepted", "created_at", "id"]);
  await live("articles_latest", "articles", ["created_at", "id"]);
  await live("articles_hot", "articles", ["hot", "id"]);
  await live("articles_classification", "articles", ["classification_id", "created_at", "id"]);
  await live("articles_classification_hot", "articles", ["classification_id", "hot", "id"]);
  await live("articles_author", "articles", ["author_id", "created_at", "id"]);
  await live("cases_latest", "cases", ["created_at", "id"]);
  await live("cases_classification", "cases", ["classification_id", "created_at", "id"]);
  await live("activities_ends", "activities", ["ends_at", "id"]);
  await live("announcements_latest", "announcements", ["created_at", "id"]);
  await index("comments_target", "comments", ["target_kind", "target_id", "parent_id", "id"]);
  await index("comments_parent", "comments", ["parent_id", "id"]);
  await live("comments_author", "comments", ["author_id", "created_at", "id"]);
  await live("comments_receiver", "comments", ["receiver_id", "created_at", "id"]);
}

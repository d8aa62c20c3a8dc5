import { type SelectQueryBuilder, sql } from "kysely";
import { kindsWith } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";
import { fromOwnKey, locateOwn } from "#upstream/db/lists/own-lists";
import type { Database } from "#upstream/db/schema";
import { STORED } from "#upstream/db/stored-kinds";
import { AUTHOR_COLUMNS } from "#upstream/modules/author/author";

type ProfileQuery = { userId: number; page: number; pageSize: number };

/** Title of what a comment belongs to; for an answer, its question's. */
const TITLES = kindsWith("commentable").map((kind) => {
  const [of, id] = kind === "answer" ? (["question", "an.question_id"] as const) : ([kind, "c.target_id"] as const);
  return sql`when ${sql.lit(kind)} then (select t.title from ${sql.table(STORED[of].table)} t where t.id = ${sql.ref(id)})`;
});

/** Selects comments by id, newest first, with the text they belong to and the comment they reply to. */
function placedComments(db: Db, ids: SelectQueryBuilder<Database, "comments", { id: number }>) {
  return (
    db
      .selectFrom(ids.as("page"))
      // A cross join, because SQLite keeps its order and looks up the few ids.
      .crossJoin("comments as c")
      .whereRef("c.id", "=", "page.id")
      .innerJoin("users as u", "u.id", "c.author_id")
      .leftJoin("answers as an", (join) => join.on("c.target_kind", "=", "answer").onRef("an.id", "=", "c.target_id"))
      .leftJoin("comments as r", "r.id", "c.reply_to_id")
      .leftJoin("users as w", "w.id", "r.author_id")
      .select([
        "c.id",
        "c.text",
        "c.target_kind",
        "c.target_id",
        "c.created_at",
        "an.question_id",
        sql<string | null>`case c.target_kind ${sql.join(TITLES, sql` `)} end`.as("title"),
        "r.id as reply_id",
        "r.text as reply_text",
        "r.deleted_at as reply_deleted_at",
        "w.id as reply_user_id",
        "w.nickname as reply_nickname",
        "w.avatar as reply_avatar",
        "w.headline as reply_headline",
        "w.deleted_at as reply_closed_at",
        ...AUTHOR_COLUMNS,
      ])
      .orderBy("c.created_at", "desc")
      .orderBy("c.id", "desc")
      .execute()
  );
}

/** One page of the comments that somebody wrote (`author_id`) or received (`receiver_id`), newest first. */
async function commentsOf(db: Db, who: "author_id" | "receiver_id", query: ProfileQuery) {
  const list = who === "author_id" ? "comment_count" : "received_count";
  const { total, from, limit, offset } = await locateOwn(db, list, query);
  if (limit === 0) return { total, rows: [] };
  const ids = db
    .selectFrom("comments")
    .select("id")
    .where(who, "=", query.userId)
    .where(fromOwnKey("created_at", "id", from))
    .where("deleted_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset);
  const rows = await placedComments(db, ids);
  return { total, rows };
}

/** Page of the comments that a member wrote, newest first. */
export const postedComments = (db: Db, query: ProfileQuery) => commentsOf(db, "author_id", query);
/** Page of the comments that a member received, newest first. */
export const receivedComments = (db: Db, query: ProfileQuery) => commentsOf(db, "receiver_id", query);

/** Row of a comment with the text it belongs to. */
export type PlacedCommentRow = Awaited<ReturnType<typeof commentsOf>>["rows"][number];

import { sql } from "kysely";
import type { CommentTarget } from "#app/contract/comment";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { AUTHOR_COLUMNS } from "#upstream/modules/author/author";

/** Comments with their author, and with whom a reply to a reply answers. */
function comments(db: Db) {
  return db
    .selectFrom("comments as c")
    .innerJoin("users as u", "u.id", "c.author_id")
    .leftJoin("comments as r", (join) =>
      join.onRef("r.id", "=", "c.reply_to_id").on("r.parent_id", "is not", null).on("r.deleted_at", "is", null),
    )
    .leftJoin("users as w", "w.id", "r.author_id")
    .select([
      "c.id",
      "c.parent_id",
      "c.text",
      "c.like_count",
      "c.child_count",
      "c.created_at",
      "c.edited_at",
      "c.deleted_at",
      "w.id as reply_user_id",
      "w.nickname as reply_nickname",
      ...AUTHOR_COLUMNS,
    ]);
}

/** The text that comments stand under. */
export type CommentPlace = { kind: CommentTarget; id: number };

/** The comments of a target, those of both levels, and the id of its page: an answer is on its question's. */
const countOf = ({ kind, id }: CommentPlace) =>
  sql<number | null>`(select comment_count from ${sql.table(STORED[kind].table)}
    where id = ${id} and deleted_at is null)`;
const pageIdOf = ({ kind, id }: CommentPlace) =>
  kind === "answer"
    ? sql<number | null>`(select question_id from answers where id = ${id})`
    : // Bound, so that every page runs the same statement; PostgreSQL would read a bare parameter as text.
      sql<number>`cast(${id} as bigint)`;

/** For a target without comments: `total` is null when it is not there or deleted. */
export function findPlace(db: Db, place: CommentPlace) {
  return db.selectNoFrom([countOf(place).as("total"), pageIdOf(place).as("page_id")]).executeTakeFirstOrThrow();
}

/** Comments of the first level with what `findPlace` gives. A deleted one is among them only as long as it has replies. */
const threads = (db: Db, place: CommentPlace, limit: number) =>
  comments(db)
    .select([countOf(place).as("total"), pageIdOf(place).as("page_id")])
    .where("c.target_kind", "=", place.kind)
    .where("c.target_id", "=", place.id)
    .where("c.parent_id", "is", null)
    .where((eb) => eb.or([eb("c.deleted_at", "is", null), eb("c.child_count", ">", 0)]))
    // Always null here; named so that PostgreSQL walks the target's index and not all comments by id.
    .orderBy("c.parent_id", "desc")
    .orderBy("c.id", "desc")
    .limit(limit);

/** The newest `threads` of a place, newest first. */
export const newestThreads = compiledQuery((db, { id, limit }: { id: number; limit: number }, kind: CommentTarget) =>
  threads(db, { kind, id }, limit),
);

/** The next of them, from below the id `before`. */
export const threadsBelow = compiledQuery(
  (db, { id, before, limit }: { id: number; before: number; limit: number }, kind: CommentTarget) =>
    threads(db, { kind, id }, limit).where("c.id", "<", before),
);

/**
 * The first `limit` replies of each of these comments, oldest first, in one statement. Each comment's last
 * reply wanted is looked up in the index, so that one with thousands of replies costs no more than others
 * (`row_number()` would number them all).
 */
export const firstChildrenOf = compiledQuery((db, { parentIds }: { parentIds: readonly number[] }, limit: number) => {
  const last = sql<number>`coalesce((select x.id from comments x where x.parent_id = p.id and x.deleted_at is null
    order by x.id limit 1 offset ${sql.lit(limit - 1)}), ${sql.lit(Number.MAX_SAFE_INTEGER)})`;
  return comments(db)
    .innerJoin("comments as p", "p.id", "c.parent_id")
    .where("p.id", "in", parentIds)
    .where("c.deleted_at", "is", null)
    .where("c.id", "<=", last)
    .orderBy("c.id");
});

/** Replies to a comment, oldest first, from above the id `after`. */
export function childrenOf(db: Db, parentId: number, { after, limit }: { after: number; limit: number }) {
  return comments(db)
    .where("c.parent_id", "=", parentId)
    .where("c.deleted_at", "is", null)
    .where("c.id", ">", after)
    .orderBy("c.id")
    .limit(limit)
    .execute();
}

/** A comment that was just written. */
export const findComment = (db: Db, id: number) => comments(db).where("c.id", "=", id).executeTakeFirstOrThrow();

/** Text that a comment stands under and how many replies it has; undefined when there is no such comment. */
export function findParent(db: Db, id: number) {
  return db
    .selectFrom("comments as c")
    .leftJoin("answers as a", (join) => join.on("c.target_kind", "=", "answer").onRef("a.id", "=", "c.target_id"))
    .select(["c.target_kind", "c.target_id", "c.child_count", "a.question_id"])
    .where("c.id", "=", id)
    .executeTakeFirst();
}

/** Row of a comment with its author. */
export type CommentRow = Awaited<ReturnType<typeof childrenOf>>[number];

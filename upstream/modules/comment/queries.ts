import { sql } from "kysely";
import type { CommentTarget } from "#app/contract/content/comment";
import { found } from "#upstream/call/errors";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { AUTHOR_COLUMNS } from "#upstream/modules/author/author";

/** Comments with their author, and the author that a reply to a reply answers. */
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
      "c.called",
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

/** The text that comments belong to. */
export type CommentPlace = { kind: CommentTarget; id: number };

/**
 * SQL for the number of comments of a target at both levels, and for the id of the page that shows it (for an answer,
 * its question's).
 */
const countOf = ({ kind, id }: CommentPlace) =>
  sql<number | null>`(select comment_count from ${sql.table(STORED[kind].table)}
    where id = ${id} and deleted_at is null)`;
const pageIdOf = ({ kind, id }: CommentPlace) =>
  kind === "answer"
    ? sql<number | null>`(select question_id from answers where id = ${id})`
    : // A bound parameter keeps the statement the same for every page; PostgreSQL would take an untyped one for text.
      sql<number>`cast(${id} as bigint)`;

/** Looks up a target without comments: `total` is null if it does not exist or is deleted. */
export function findPlace(db: Db, place: CommentPlace) {
  return db.selectNoFrom([countOf(place).as("total"), pageIdOf(place).as("page_id")]).executeTakeFirstOrThrow();
}

/** Top-level comments, with the columns of `findPlace`. Deleted ones are only included if they have replies. */
const threads = (db: Db, place: CommentPlace, limit: number) =>
  comments(db)
    .select([countOf(place).as("total"), pageIdOf(place).as("page_id")])
    .where("c.target_kind", "=", place.kind)
    .where("c.target_id", "=", place.id)
    .where("c.parent_id", "is", null)
    .where((eb) => eb.or([eb("c.deleted_at", "is", null), eb("c.child_count", ">", 0)]))
    // Always null here; included so that PostgreSQL scans the target's index instead of all comments by id.
    .orderBy("c.parent_id", "desc")
    .orderBy("c.id", "desc")
    .limit(limit);

/** The newest threads of a target, newest first. */
export const newestThreads = compiledQuery((db, { id, limit }: { id: number; limit: number }, kind: CommentTarget) =>
  threads(db, { kind, id }, limit),
);

/** The following threads, with ids below `before`. */
export const threadsBelow = compiledQuery(
  (db, { id, before, limit }: { id: number; before: number; limit: number }, kind: CommentTarget) =>
    threads(db, { kind, id }, limit).where("c.id", "<", before),
);

/**
 * The first `limit` replies of each of these comments, oldest first, in one statement. It looks up the last wanted
 * reply of each comment in the index, so that thousands of replies cost no more than a few (`row_number()` would number
 * all of them).
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

/** Replies to a comment with ids above `after`, oldest first. */
export function childrenOf(db: Db, parentId: number, { after, limit }: { after: number; limit: number }) {
  return comments(db)
    .where("c.parent_id", "=", parentId)
    .where("c.deleted_at", "is", null)
    .where("c.id", ">", after)
    .orderBy("c.id")
    .limit(limit)
    .execute();
}

const commentById = compiledQuery((db, { id }: { id: number }) => comments(db).where("c.id", "=", id));

/** A comment that was just written. @throws BusinessError NOT_FOUND if it is gone already */
export async function findComment(db: Db, id: number) {
  const [comment] = await commentById(db, { id });
  return found(comment);
}

/** Target of a comment, and its number of replies; undefined if there is no such comment. */
export function findParent(db: Db, id: number) {
  return db
    .selectFrom("comments as c")
    .leftJoin("answers as a", (join) => join.on("c.target_kind", "=", "answer").onRef("a.id", "=", "c.target_id"))
    .select(["c.target_kind", "c.target_id", "c.parent_id", "c.child_count", "c.deleted_at", "a.question_id"])
    .where("c.id", "=", id)
    .executeTakeFirst();
}

/** Row of a comment with its author. */
export type CommentRow = Awaited<ReturnType<typeof childrenOf>>[number];

import { type Insertable, sql } from "kysely";
import type { CommentTarget } from "#app/contract/content/comment";
import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import { toJson } from "#upstream/db/schema/columns";
import type { Called, CommentsTable } from "#upstream/db/schema/comments";
import { bump } from "#upstream/db/versions";
import { delist, enlist } from "#upstream/modules/content/enlist";
import type { Listed } from "#upstream/modules/content/listed";
import { type Deletion, markDeleted } from "#upstream/modules/content/mark-deleted";
import { writtenAt } from "#upstream/modules/content/written-at";
import { findCalled, idsOf } from "#upstream/modules/notification/mentions";
import { type NotificationEvent, notify } from "#upstream/modules/notification/notify";
import { mergedInto } from "#upstream/modules/question/merged-into";
import { countOnTarget, type Target } from "./target";

/** Fields of a new comment. */
export type CommentFields = {
  authorId: number;
  targetKind: CommentTarget;
  targetId: number;
  /** Plain text. */
  text: string;
  /** The comment replied to, at either level. */
  replyToId?: number | null;
  createdAt?: string;
};

/** Refusal of a reply to a comment that is gone, perhaps deleted while it was written. */
const GONE = "你回复的评论已经不在了；可以复制写好的内容，发成一条新评论";

type Needed = Pick<Services, "clock" | "search">;

/**
 * Inserts a comment. There are two levels: a reply to a reply belongs to the same top-level comment and names whom it
 * answers. If its question was merged into another while it was being written, it is inserted there.
 * @throws BusinessError NOT_FOUND if the target, or the comment replied to, does not exist or is deleted
 */
export async function createComment(trx: Db, services: Needed, fields: CommentFields): Promise<{ id: number }> {
  try {
    return await insertAt(trx, services, fields);
  } catch (error) {
    const isGone = error instanceof BusinessError && error.code === "NOT_FOUND" && fields.targetKind === "question";
    const into = isGone ? await mergedInto(trx, fields.targetId) : null;
    if (into === null) throw error;
    return insertAt(trx, services, { ...fields, targetId: into });
  }
}

/** Inserts a comment exactly there. @throws BusinessError NOT_FOUND, before anything is written */
async function insertAt(trx: Db, services: Needed, fields: CommentFields): Promise<{ id: number }> {
  const { authorId, replyToId = null } = fields;
  const place = { target_kind: fields.targetKind, target_id: fields.targetId };
  const repliedTo = replyToId === null ? null : await findRepliedTo(trx, { ...place, id: replyToId });
  const parentId = repliedTo === null ? null : (repliedTo.parent_id ?? repliedTo.id);
  const target = await countOnTarget(trx, place, 1);
  if (parentId !== null) await countChildren(trx, parentId, 1);
  const receiver = repliedTo === null ? target.authorId : repliedTo.author_id;
  // Nobody is notified of their own comments.
  const receiverId = receiver === authorId ? null : receiver;
  const createdAt = writtenAt(services, fields.createdAt);
  const written = { author_id: authorId, receiver_id: receiverId, created_at: createdAt };
  const below = { parent_id: parentId, reply_to_id: replyToId };
  const called = await findCalled(trx, fields.text);
  const words = { text: fields.text, called: called.length > 0 ? toJson(called) : null };
  const { id } = found((await insertComment(trx, { ...place, ...below, ...written, ...words }))[0]);
  const row = { ...written, id };
  await enlist(trx, services, [{ kind: "comment", row }]);
  const told = await tellOfComment(trx, { id, createdAt, fields, authorOfTarget: target.authorId, repliedTo, called });
  await bump(trx, [...target.keys, ...told]);
  return { id };
}

type NewRow = Pick<
  Insertable<CommentsTable>,
  | "target_kind"
  | "target_id"
  | "author_id"
  | "parent_id"
  | "reply_to_id"
  | "receiver_id"
  | "text"
  | "called"
  | "created_at"
>;

const insertComment = compiledQuery((db, row: NewRow) =>
  db
    .insertInto("comments")
    .values({ ...row, deleted_at: null })
    .returning("id"),
);

type Written = {
  id: number;
  createdAt: string;
  fields: CommentFields;
  authorOfTarget: number | null;
  repliedTo: { author_id: number } | null;
  called: readonly Called[];
};

/**
 * Notifies the person replied to, the target's author and mentioned people, each once: of the first of these that they
 * want to be told of.
 */
async function tellOfComment(trx: Db, { id, createdAt, fields, authorOfTarget, repliedTo, called }: Written) {
  const about = {
    actorId: fields.authorId,
    target: { kind: fields.targetKind, id: fields.targetId },
    source: { kind: "comment" as const, id },
  };
  const events: NotificationEvent[] = [{ ...about, userId: authorOfTarget, verb: "comment" }];
  if (repliedTo) events.unshift({ ...about, userId: repliedTo.author_id, verb: "reply" });
  for (const userId of idsOf(called)) events.push({ ...about, userId, verb: "mention" });
  return notify(trx, events, createdAt, { once: true });
}

async function findRepliedTo(trx: Db, { id, target_kind, target_id }: { id: number } & Target) {
  const [comment] = await commentOn(trx, { id, target_kind, target_id });
  if (!comment) throw new BusinessError("NOT_FOUND", GONE);
  return comment;
}

const commentOn = compiledQuery((db, { id, target_kind, target_id }: { id: number } & Target) =>
  db
    .selectFrom("comments")
    .select(["id", "parent_id", "author_id"])
    .where("id", "=", id)
    .where("target_kind", "=", target_kind)
    .where("target_id", "=", target_id)
    .where("deleted_at", "is", null),
);

/**
 * Deletes a comment. One with replies remains as a placeholder, and so do the replies. Deleting what is deleted changes
 * nothing.
 * @throws BusinessError NOT_FOUND if there is no such comment, or its target is gone
 */
export async function softDeleteComment(trx: Db, services: Needed, id: number): Promise<void> {
  const comment = found(await findPlaced(trx, id));
  if (comment.deleted_at !== null) return;
  await moveComment(trx, comment, { deleted: true, at: nowIso(services) }, (things) => delist(trx, services, things));
}

/**
 * Restores a comment that was deleted by itself at `deletedAt`.
 * @throws BusinessError NOT_FOUND if what it belongs to is gone
 */
export async function restoreComment(
  trx: Db,
  services: Pick<Services, "search">,
  id: number,
  deletedAt: string,
): Promise<void> {
  const comment = found(await findPlaced(trx, id));
  await moveComment(trx, comment, { deleted: false, at: deletedAt }, (things) => enlist(trx, services, things));
}

const findPlaced = (trx: Db, id: number) =>
  trx
    .selectFrom("comments")
    .select(["id", "target_kind", "target_id", "parent_id", "deleted_at"])
    .where("id", "=", id)
    .executeTakeFirst();

type Placed = NonNullable<Awaited<ReturnType<typeof findPlaced>>>;

async function moveComment(
  trx: Db,
  comment: Placed,
  deletion: Deletion,
  move: (things: readonly Listed[]) => Promise<void>,
): Promise<void> {
  const by = deletion.deleted ? -1 : 1;
  // Lock what it belongs to first, as everywhere.
  const target = await countOnTarget(trx, comment, by);
  const things = await markDeleted(trx, "comment", sql`id = ${comment.id}`, deletion);
  if (things.length === 0) {
    // A concurrent call was faster.
    await countOnTarget(trx, comment, by === 1 ? -1 : 1);
    return;
  }
  if (comment.parent_id !== null) await countChildren(trx, comment.parent_id, by);
  await move(things);
  await bump(trx, target.keys);
}

async function countChildren(trx: Db, parentId: number, by: 1 | -1): Promise<void> {
  await addToChildren(trx, { id: parentId, by });
}

const addToChildren = compiledQuery((db, { id, by }: { id: number; by: number }) =>
  db
    .updateTable("comments")
    .set({ child_count: sql`child_count + ${by}` })
    .where("id", "=", id),
);

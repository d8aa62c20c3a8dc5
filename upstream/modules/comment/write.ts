import { sql } from "kysely";
import type { CommentTarget } from "#app/contract/comment";
import { nowIso, type Services } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { countUsers, type UserCount } from "#upstream/db/user-counters";
import { bump, keysOf } from "#upstream/db/versions";
import { writtenAt } from "#upstream/modules/content/written-at";
import { hideNotificationsAbout } from "#upstream/modules/notification/hide";
import { namedPeople } from "#upstream/modules/notification/mentions";
import { type NotificationEvent, notify } from "#upstream/modules/notification/notify";
import { countOnTarget, type Target } from "./target";

/** Fields of a new comment. */
export type CommentFields = {
  authorId: number;
  targetKind: CommentTarget;
  targetId: number;
  /** Plain text. */
  text: string;
  /** The comment replied to, of either level. */
  replyToId?: number | null;
  createdAt?: string;
};

/**
 * Writes a comment. There are two levels: a reply to a reply stands under the same comment of the first
 * level and names whom it answers.
 * @throws BusinessError NOT_FOUND when the target, or the comment replied to, is not there or deleted.
 */
export async function createComment(
  trx: Db,
  services: Pick<Services, "clock">,
  fields: CommentFields,
): Promise<{ id: number }> {
  const { authorId, replyToId = null } = fields;
  const place = { target_kind: fields.targetKind, target_id: fields.targetId };
  const repliedTo = replyToId === null ? null : await findRepliedTo(trx, { ...place, id: replyToId });
  const parentId = repliedTo === null ? null : (repliedTo.parent_id ?? repliedTo.id);
  const target = await countOnTarget(trx, place, 1);
  if (parentId !== null) await countChildren(trx, parentId, 1);
  const receiver = repliedTo === null ? target.authorId : repliedTo.author_id;
  // Nobody hears of what they wrote themselves.
  const receiverId = receiver === authorId ? null : receiver;
  const createdAt = writtenAt(services, fields.createdAt);
  const { id } = await trx
    .insertInto("comments")
    .values({
      ...place,
      author_id: authorId,
      parent_id: parentId,
      reply_to_id: replyToId,
      receiver_id: receiverId,
      text: fields.text,
      created_at: createdAt,
      deleted_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const stored = { id, author_id: authorId, receiver_id: receiverId, created_at: createdAt };
  await countUsers(trx, countedOf(stored, 1));
  const told = await tellOfComment(trx, { id, createdAt, fields, authorOfTarget: target.authorId, repliedTo });
  await bump(trx, [...target.keys, ...keysOf("profile", [authorId, receiverId]), ...told]);
  return { id };
}

type Written = {
  id: number;
  createdAt: string;
  fields: CommentFields;
  authorOfTarget: number | null;
  repliedTo: { author_id: number } | null;
};

/** Tells whom it answers, whose thing it is about, and whom it calls by name; each of them once. */
async function tellOfComment(trx: Db, { id, createdAt, fields, authorOfTarget, repliedTo }: Written) {
  const about = {
    actorId: fields.authorId,
    target: { kind: fields.targetKind, id: fields.targetId },
    source: { kind: "comment" as const, id },
  };
  const events = new Map<number | null, NotificationEvent>();
  for (const userId of await namedPeople(trx, fields.text)) events.set(userId, { ...about, userId, verb: "mention" });
  events.set(authorOfTarget, { ...about, userId: authorOfTarget, verb: "comment" });
  if (repliedTo) events.set(repliedTo.author_id, { ...about, userId: repliedTo.author_id, verb: "reply" });
  return notify(trx, [...events.values()], createdAt);
}

async function findRepliedTo(trx: Db, { id, target_kind, target_id }: { id: number } & Target) {
  return found(
    await trx
      .selectFrom("comments")
      .select(["id", "parent_id", "author_id"])
      .where("id", "=", id)
      .where("target_kind", "=", target_kind)
      .where("target_id", "=", target_id)
      .where("deleted_at", "is", null)
      .executeTakeFirst(),
  );
}

/**
 * Deletes a comment. One that has replies stays as a placeholder; the replies stay too. Deleting what is
 * deleted changes nothing.
 * @throws BusinessError NOT_FOUND when there is no such comment, or its target is gone.
 */
export async function softDeleteComment(trx: Db, services: Pick<Services, "clock">, id: number): Promise<void> {
  const deletedAt = nowIso(services);
  const deleted = await trx
    .updateTable("comments")
    .set({ deleted_at: deletedAt })
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .returning(["id", "target_kind", "target_id", "parent_id", "author_id", "receiver_id", "created_at"])
    .executeTakeFirst();
  if (!deleted) {
    found(await trx.selectFrom("comments").select("id").where("id", "=", id).executeTakeFirst());
    return;
  }
  const target = await countOnTarget(trx, deleted, -1);
  if (deleted.parent_id !== null) await countChildren(trx, deleted.parent_id, -1);
  await countUsers(trx, countedOf(deleted, -1));
  await hideNotificationsAbout(trx, "comment", [id], deletedAt);
  await bump(trx, [...target.keys, ...keysOf("profile", [deleted.author_id, deleted.receiver_id])]);
}

type Counted = { id: number; author_id: number; receiver_id: number | null; created_at: string };

/** Counters of the author and the receiver of a comment that appears (1) or disappears (-1). */
export function countedOf({ id, author_id, receiver_id, created_at }: Counted, by: 1 | -1): UserCount[] {
  const key = { createdAt: created_at, id };
  return [
    { userId: author_id, counter: "comment_count", by, key },
    { userId: receiver_id, counter: "received_count", by, key },
  ];
}

/** Adds to the number of replies of a comment. */
export async function countChildren(trx: Db, parentId: number, by: 1 | -1): Promise<void> {
  await trx
    .updateTable("comments")
    .set({ child_count: sql`child_count + ${by}` })
    .where("id", "=", parentId)
    .execute();
}

/**
 * Deletes the comments of things that are being deleted, with their time, so that both can come back
 * together. Gives what changes for people; counting it is the caller's.
 */
export async function softDeleteCommentsOf(
  trx: Db,
  kind: CommentTarget,
  targetIds: readonly number[],
  deletedAt: string,
) {
  if (targetIds.length === 0) return [];
  const deleted = await trx
    .updateTable("comments")
    .set({ deleted_at: deletedAt })
    .where("target_kind", "=", kind)
    .where("target_id", "in", targetIds)
    .where("deleted_at", "is", null)
    .returning(["id", "author_id", "receiver_id", "created_at"])
    .execute();
  const ids = deleted.map((comment) => comment.id);
  await hideNotificationsAbout(trx, "comment", ids, deletedAt);
  return deleted.flatMap((comment) => countedOf(comment, -1));
}

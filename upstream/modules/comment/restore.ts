import type { CommentTarget } from "#app/contract/comment";
import type { Db } from "#upstream/db/dialect";
import { countUsers, type UserCount } from "#upstream/db/user-counters";
import { bump, keysOf } from "#upstream/db/versions";
import { showNotificationsAbout } from "#upstream/modules/notification/hide";
import { countOnTarget } from "./target";
import { countChildren, countedOf } from "./write";

/**
 * Brings back a comment that was deleted by itself at `deletedAt`.
 * @throws BusinessError NOT_FOUND when what it stands under is gone
 */
export async function restoreComment(trx: Db, id: number, deletedAt: string): Promise<void> {
  const restored = await trx
    .updateTable("comments")
    .set({ deleted_at: null })
    .where("id", "=", id)
    .where("deleted_at", "=", deletedAt)
    .returning(["id", "target_kind", "target_id", "parent_id", "author_id", "receiver_id", "created_at"])
    .executeTakeFirst();
  if (!restored) return;
  const target = await countOnTarget(trx, restored, 1);
  if (restored.parent_id !== null) await countChildren(trx, restored.parent_id, 1);
  await countUsers(trx, countedOf(restored, 1));
  await showNotificationsAbout(trx, "comment", [id], deletedAt);
  await bump(trx, [...target.keys, ...keysOf("profile", [restored.author_id, restored.receiver_id])]);
}

/** Brings back the comments that were deleted with these things; gives what changes for people. */
export async function restoreCommentsOf(
  trx: Db,
  kind: CommentTarget,
  targetIds: readonly number[],
  deletedAt: string,
): Promise<UserCount[]> {
  if (targetIds.length === 0) return [];
  const restored = await trx
    .updateTable("comments")
    .set({ deleted_at: null })
    .where("target_kind", "=", kind)
    .where("target_id", "in", targetIds)
    .where("deleted_at", "=", deletedAt)
    .returning(["id", "author_id", "receiver_id", "created_at"])
    .execute();
  const ids = restored.map((comment) => comment.id);
  await showNotificationsAbout(trx, "comment", ids, deletedAt);
  return restored.flatMap((comment) => countedOf(comment, 1));
}

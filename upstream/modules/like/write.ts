import { sql } from "kysely";
import type { KindWith } from "#app/contract/kinds";
import type { Services } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { countUsers } from "#upstream/db/lists/user-counters";
import { setMembership } from "#upstream/db/set-membership";
import { bump, type VersionKey } from "#upstream/db/versions";
import { findPageKey } from "#upstream/modules/comment/target";
import { countReaction, reactionCounts } from "#upstream/modules/content/reactions";
import { shownKeys } from "#upstream/modules/content/version-keys";
import { writtenAt } from "#upstream/modules/content/written-at";
import { type NotificationEvent, notify, retractNotifications } from "#upstream/modules/notification/notify";

type WantedLike = {
  userId: number;
  targetKind: KindWith<"likable">;
  targetId: number;
  on: boolean;
  createdAt?: string;
};

/**
 * Likes or unlikes an article, a case or a comment; idempotent.
 * @throws BusinessError NOT_FOUND if the target does not exist or is deleted
 */
export async function setLike(
  trx: Db,
  services: Pick<Services, "clock">,
  wanted: WantedLike,
): Promise<{ liked: boolean; likeCount: number }> {
  const { targetKind, targetId, on } = wanted;
  const createdAt = writtenAt(services, wanted.createdAt);
  const { by } = await setMembership(
    trx,
    "likes",
    { user_id: wanted.userId, target_kind: targetKind, target_id: targetId },
    { on, createdAt },
  );
  const change = (userId: number | null) => {
    const event: NotificationEvent = {
      userId,
      verb: "like",
      actorId: wanted.userId,
      target: { kind: targetKind, id: targetId },
    };
    return (on ? notify : retractNotifications)(trx, [event], createdAt);
  };
  if (targetKind === "comment") return { liked: on, likeCount: await countOnComment(trx, targetId, by, change) };
  if (by === 0) return { liked: on, likeCount: (await reactionCounts(trx, targetKind, targetId)).like_count };
  const target = await countReaction(trx, { kind: targetKind, id: targetId }, { counter: "like_count", by });
  await countUsers(trx, [{ userId: target.author_id, counter: "liked_count", by }]);
  await bump(trx, [...shownKeys(targetKind, target), ...(await change(target.author_id))]);
  return { liked: on, likeCount: target.like_count };
}

async function countOnComment(
  trx: Db,
  id: number,
  by: 1 | 0 | -1,
  change: (userId: number) => Promise<VersionKey[]>,
): Promise<number> {
  const comment = found(
    await trx
      .updateTable("comments")
      .set({ like_count: sql`like_count + ${by}` })
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .returning(["like_count", "target_kind", "target_id", "author_id"])
      .executeTakeFirst(),
  );
  if (by !== 0) await bump(trx, [await findPageKey(trx, comment), ...(await change(comment.author_id))]);
  return comment.like_count;
}

import type { Services } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { cardKeys, countUsers } from "#upstream/db/lists/user-counters";
import { setMembership } from "#upstream/db/set-membership";
import { bump } from "#upstream/db/versions";
import { writtenAt } from "#upstream/modules/content/written-at";
import { type NotificationEvent, notify, retractNotifications } from "#upstream/modules/notification/notify";

type WantedFollow = { followerId: number; followedId: number; on: boolean; createdAt?: string };

/**
 * Follows or unfollows a person; idempotent.
 * @throws BusinessError NOT_FOUND if the person does not exist any more, INVALID_PARAMS for oneself
 */
export async function setUserFollow(
  trx: Db,
  services: Pick<Services, "clock">,
  wanted: WantedFollow,
): Promise<{ followed: boolean; fansCount: number }> {
  const { followerId, followedId, on } = wanted;
  if (followerId === followedId) throw new BusinessError("INVALID_PARAMS", "不能关注自己");
  const createdAt = writtenAt(services, wanted.createdAt);
  const { by, since } = await setMembership(
    trx,
    "user_follows",
    { follower_id: followerId, followed_id: followedId },
    { on, createdAt },
  );
  if (by !== 0) {
    await countUsers(trx, [
      { userId: followerId, counter: "follow_count", by, key: { createdAt: since, id: followedId } },
      { userId: followedId, counter: "fans_count", by, key: { createdAt: since, id: followerId } },
    ]);
  }
  const person = found(
    await trx.selectFrom("users").select(["fans_count", "deleted_at"]).where("id", "=", followedId).executeTakeFirst(),
  );
  // A closed account can be unfollowed, but not followed.
  if (on && person.deleted_at !== null) throw new BusinessError("NOT_FOUND");
  if (by !== 0) {
    const target = { kind: "user" as const, id: followedId };
    const event: NotificationEvent = { userId: followedId, verb: "follow", actorId: followerId, target };
    const notified = await (on ? notify : retractNotifications)(trx, [event], createdAt);
    const fans = cardKeys({ userId: followedId, counter: "fans_count" });
    await bump(trx, [`profile/${followerId}`, `profile/${followedId}`, ...fans, ...notified]);
  }
  return { followed: on, fansCount: person.fans_count };
}

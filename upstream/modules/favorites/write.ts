import type { KindWith } from "#app/contract/kinds";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { countUsers } from "#upstream/db/lists/user-counters";
import { setMembership } from "#upstream/db/set-membership";
import { bump } from "#upstream/db/versions";
import { shownKeys } from "#upstream/modules/content/version-keys";
import { writtenAt } from "#upstream/modules/content/written-at";
import { type NotificationEvent, notify, retractNotifications } from "#upstream/modules/notification/notify";
import { countFavorite, favoriteCountOf } from "./count";

type WantedFavorite = {
  userId: number;
  targetKind: KindWith<"favoritable">;
  targetId: number;
  on: boolean;
  createdAt?: string;
};

/**
 * Adds something to the favorites, or removes it (also from all folders); idempotent.
 * @throws BusinessError NOT_FOUND if the target does not exist or is deleted
 */
export async function setFavorite(
  trx: Db,
  services: Pick<Services, "clock">,
  wanted: WantedFavorite,
): Promise<{ favorited: boolean; favoriteCount: number }> {
  const { userId, targetKind, targetId, on } = wanted;
  const createdAt = writtenAt(services, wanted.createdAt);
  const { by, since } = await setMembership(
    trx,
    "favorites",
    { user_id: userId, target_kind: targetKind, target_id: targetId },
    { on, createdAt },
  );
  if (by === 0) {
    return { favorited: on, favoriteCount: await favoriteCountOf(trx, targetKind, targetId) };
  }
  const target = await countFavorite(trx, targetKind, targetId, by);
  const key = { createdAt: since, id: targetId };
  await countUsers(trx, [{ userId, counter: `${targetKind}_favorite_count`, by, key }]);
  if (!on) {
    await trx
      .deleteFrom("favorite_places")
      .where("user_id", "=", userId)
      .where("target_kind", "=", targetKind)
      .where("target_id", "=", targetId)
      .execute();
  }
  const event: NotificationEvent = {
    userId: target.author_id,
    verb: "favorite",
    actorId: userId,
    target: { kind: targetKind, id: targetId },
  };
  const notified = await (on ? notify : retractNotifications)(trx, [event], createdAt);
  await bump(trx, [...shownKeys(targetKind, target), `profile/${userId}`, ...notified]);
  return { favorited: on, favoriteCount: target.favorite_count };
}

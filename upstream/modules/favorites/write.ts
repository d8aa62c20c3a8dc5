import type { Kysely } from "kysely";
import { type NotificationEvent, notify, retractNotifications } from "#upstream/modules/notification/notify";
import type { Services } from "../../context";
import type { Database } from "../../db/schema";
import { switchRow } from "../../db/switch-row";
import { countUsers } from "../../db/user-counters";
import { bump } from "../../db/versions";
import { countReaction, reactionCounts, reactionKeys } from "../content/reactions";
import { writtenAt } from "../content/written-at";

type Trx = Kysely<Database>;
type Wanted = { userId: number; targetKind: "article" | "case"; targetId: number; on: boolean; createdAt?: string };

/**
 * Puts an article or a case among the favourites, or takes it out; setting what is already set changes nothing.
 * @throws BusinessError NOT_FOUND when the target is not there or deleted.
 */
export async function setFavorite(
  trx: Trx,
  services: Pick<Services, "clock">,
  wanted: Wanted,
): Promise<{ favorited: boolean; favoriteCount: number }> {
  const { userId, targetKind, targetId, on } = wanted;
  const createdAt = writtenAt(services, wanted.createdAt);
  const { by, since } = await switchRow(
    trx,
    "favorites",
    { user_id: userId, target_kind: targetKind, target_id: targetId },
    { on, createdAt },
  );
  if (by === 0) {
    return { favorited: on, favoriteCount: (await reactionCounts(trx, targetKind, targetId)).favorite_count };
  }
  const target = await countReaction(trx, targetKind, targetId, "favorite_count", by);
  const key = { createdAt: since, id: targetId };
  await countUsers(trx, [{ userId, counter: `${targetKind}_favorite_count`, by, key }]);
  const deed: NotificationEvent = {
    userId: target.author_id,
    verb: "favorite",
    actorId: userId,
    target: { kind: targetKind, id: targetId },
  };
  const told = await (on ? notify : retractNotifications)(trx, [deed], createdAt);
  await bump(trx, [...reactionKeys(targetKind, target), `profile/${userId}`, ...told]);
  return { favorited: on, favoriteCount: target.favorite_count };
}

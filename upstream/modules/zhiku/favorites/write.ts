import { sql } from "kysely";
import { nowIso, type Services } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { countUsers } from "#upstream/db/lists/user-counters";
import { setMembership } from "#upstream/db/set-membership";
import { bump } from "#upstream/db/versions";

type WantedFavorite = { userId: number; contentId: number; on: boolean };

/**
 * Adds or removes a favorite; idempotent.
 * @throws BusinessError DOCUMENT_NOT_EXIST
 */
export async function setZhikuFavorite(
  trx: Db,
  services: Pick<Services, "clock">,
  { userId, contentId, on }: WantedFavorite,
): Promise<{ favorited: boolean; favoriteCount: number }> {
  const known = await trx
    .selectFrom("zhiku_contents")
    .select("favorite_count")
    .where("id", "=", contentId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  const { favorite_count: before } = found(known, "DOCUMENT_NOT_EXIST");
  const key = { user_id: userId, content_id: contentId };
  const { by, since } = await setMembership(trx, "zhiku_favorites", key, { on, createdAt: nowIso(services) });
  if (by === 0) return { favorited: on, favoriteCount: before };
  const { favorite_count: favoriteCount } = await trx
    .updateTable("zhiku_contents")
    .set({ favorite_count: sql`favorite_count + ${by}` })
    .where("id", "=", contentId)
    .returning("favorite_count")
    .executeTakeFirstOrThrow();
  await countUsers(trx, [{ userId, counter: "zhiku_favorite_count", by, key: { createdAt: since, id: contentId } }]);
  await bump(trx, [`zhiku/${contentId}`]);
  return { favorited: on, favoriteCount };
}

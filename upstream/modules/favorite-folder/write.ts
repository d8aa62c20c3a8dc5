import type { KindWith } from "#app/contract/kinds";
import { FOLDER_SIZE_MAX, FOLDERS_MAX } from "#app/contract/limits";
import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError, invalid } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { lockOwnList } from "#upstream/db/lists/own-list-anchors";
import type { Bit } from "#upstream/db/schema/columns";
import { Outdated } from "#upstream/db/transact";
import { bump } from "#upstream/db/versions";
import { setFavorite } from "#upstream/modules/favorites/write";
import { requireFolders } from "./queries";

type Needs = Pick<Services, "clock">;
type Fields = { name: string; shown: boolean };

const bitOf = (on: boolean): Bit => (on ? 1 : 0);

/** Somebody's folders in order. Changes of folders lock their owner's row, so that they are serialized. */
async function lockFolders(trx: Db, userId: number) {
  await lockOwnList(trx, "follow_count", userId);
  return trx
    .selectFrom("favorite_folders")
    .select(["id", "name"])
    .where("user_id", "=", userId)
    .orderBy("place")
    .orderBy("id")
    .execute();
}

function refuseTaken(others: readonly { id: number; name: string }[], name: string): void {
  if (others.some((other) => other.name === name)) throw invalid({ name: "已经有一个同名的收藏夹" });
}

/** Creates a folder at the end. @throws BusinessError INVALID_PARAMS if the name is taken, or there are too many */
export async function createFolder(
  trx: Db,
  services: Needs,
  { userId, name, shown }: Fields & { userId: number },
): Promise<{ id: number }> {
  const others = await lockFolders(trx, userId);
  refuseTaken(others, name);
  if (others.length >= FOLDERS_MAX) throw invalid({ name: `收藏夹最多 ${FOLDERS_MAX} 个` });
  await reorder(trx, others);
  const created = await trx
    .insertInto("favorite_folders")
    .values({ user_id: userId, name, shown: bitOf(shown), place: others.length + 1, created_at: nowIso(services) })
    .returning("id")
    .executeTakeFirstOrThrow();
  await bump(trx, [`profile/${userId}`]);
  return created;
}

/**
 * Updates a folder, and its position if one is given.
 * @throws BusinessError NOT_FOUND, or INVALID_PARAMS if the name is taken
 */
export async function updateFolder(
  trx: Db,
  { userId, id, name, shown, place }: Fields & { userId: number; id: number; place?: number | undefined },
): Promise<void> {
  const all = await lockFolders(trx, userId);
  const others = all.filter((one) => one.id !== id);
  const folder = all.find((one) => one.id === id);
  if (!folder) throw new BusinessError("NOT_FOUND", "没有这个收藏夹");
  refuseTaken(others, name);
  await trx
    .updateTable("favorite_folders")
    .set({ name, shown: bitOf(shown) })
    .where("id", "=", id)
    .execute();
  if (place !== undefined) await reorder(trx, others.toSpliced(place - 1, 0, folder));
  await bump(trx, [`profile/${userId}`]);
}

/** Renumbers folders in this order. */
async function reorder(trx: Db, folders: readonly { id: number }[]): Promise<void> {
  for (const [index, { id }] of folders.entries()) {
    await trx
      .updateTable("favorite_folders")
      .set({ place: index + 1 })
      .where("id", "=", id)
      .where("place", "!=", index + 1)
      .execute();
  }
}

/**
 * Deletes a folder. Its contents stay favorites, and are moved to another folder if one is named.
 * @throws BusinessError NOT_FOUND, or INVALID_PARAMS if the other one has no room
 */
export async function removeFolder(
  trx: Db,
  { userId, id, moveTo }: { userId: number; id: number; moveTo?: number | undefined },
): Promise<void> {
  await lockFolders(trx, userId);
  await requireFolders(trx, userId, moveTo === undefined ? [id] : [id, moveTo]);
  if (moveTo === id) throw invalid({ moveTo: "请选择另一个收藏夹" });
  if (moveTo !== undefined) {
    await trx
      .insertInto("favorite_places")
      .columns(["folder_id", "user_id", "target_kind", "target_id", "created_at"])
      .expression((eb) =>
        eb
          .selectFrom("favorite_places as p")
          .select((row) => [
            row.val(moveTo).as("folder_id"),
            "p.user_id",
            "p.target_kind",
            "p.target_id",
            "p.created_at",
          ])
          .where("p.folder_id", "=", id),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await refuseFull(trx, [moveTo], "moveTo");
  }
  await trx.deleteFrom("favorite_places").where("folder_id", "=", id).execute();
  await trx.deleteFrom("favorite_folders").where("id", "=", id).execute();
  await bump(trx, [`profile/${userId}`]);
}

/** @throws BusinessError INVALID_PARAMS if one of these folders is full */
async function refuseFull(trx: Db, ids: readonly number[], field: string): Promise<void> {
  if (ids.length === 0) return;
  const full = await trx
    .selectFrom("favorite_places")
    .select("folder_id")
    .where("folder_id", "in", ids)
    .groupBy("folder_id")
    .having((eb) => eb.fn.countAll(), ">", FOLDER_SIZE_MAX)
    .executeTakeFirst();
  if (full) throw invalid({ [field]: `一个收藏夹最多放 ${FOLDER_SIZE_MAX} 项` });
}

type Put = {
  userId: number;
  targetKind: KindWith<"favoritable">;
  targetId: number;
  folderIds: readonly number[];
  shownIn?: readonly number[] | undefined;
};

/**
 * Sets the folders of somebody's favorite; a thing that is not a favorite yet becomes one. Deleted things can still be
 * removed from folders.
 * @param put with `shownIn`, the folders in which a form had shown the thing, only what differs from them is changed,
 * because another tab or device may have changed the rest since
 * @throws BusinessError NOT_FOUND, or INVALID_PARAMS if a folder is full
 */
export async function putIntoFolders(trx: Db, services: Needs, put: Put): Promise<void> {
  const { userId, targetKind, targetId, folderIds, shownIn } = put;
  // Lock the thing before the person, as everywhere.
  if (!(await isFavorite(trx, put))) await setFavorite(trx, services, { userId, targetKind, targetId, on: true });
  await lockFolders(trx, userId);
  // Somebody removed it from their favorites in another tab meanwhile.
  if (!(await isFavorite(trx, put))) throw new Outdated("no longer a favorite");
  const there = await placesOf(trx, put);
  const left = there.filter((id) => !folderIds.includes(id) && (shownIn ?? there).includes(id));
  const joined = [...new Set(folderIds)].filter((id) => !there.includes(id) && !shownIn?.includes(id));
  await requireFolders(trx, userId, joined);
  if (left.length > 0) {
    await trx
      .deleteFrom("favorite_places")
      .where("target_kind", "=", targetKind)
      .where("target_id", "=", targetId)
      .where("folder_id", "in", left)
      .execute();
  }
  if (joined.length > 0) {
    const place = { user_id: userId, target_kind: targetKind, target_id: targetId, created_at: nowIso(services) };
    await trx
      .insertInto("favorite_places")
      .values(joined.map((folder_id) => ({ folder_id, ...place })))
      .execute();
    await refuseFull(trx, joined, "folderIds");
  }
  await bump(trx, [`profile/${userId}`]);
}

type Target = Pick<Put, "userId" | "targetKind" | "targetId">;

/** Whether somebody has favorited a thing. */
export async function isFavorite(db: Db, { userId, targetKind, targetId }: Target): Promise<boolean> {
  const row = await db
    .selectFrom("favorites")
    .select("target_id")
    .where("user_id", "=", userId)
    .where("target_kind", "=", targetKind)
    .where("target_id", "=", targetId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ids of somebody's folders that contain a thing. */
export async function placesOf(db: Db, { userId, targetKind, targetId }: Target): Promise<number[]> {
  const rows = await db
    .selectFrom("favorite_places")
    .select("folder_id")
    .where("target_kind", "=", targetKind)
    .where("target_id", "=", targetId)
    .where("user_id", "=", userId)
    .orderBy("folder_id")
    .execute();
  return rows.map(({ folder_id }) => folder_id);
}

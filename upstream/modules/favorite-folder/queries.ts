import type { FavoriteFolder } from "#app/contract/reading/favorite-folder";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";

type FolderRow = { id: number; name: string; shown: 0 | 1; size: number };

/** Maps a folder for its readers. */
export const folderView = ({ id, name, shown, size }: FolderRow): FavoriteFolder => ({
  id,
  name,
  shown: shown === 1,
  count: Number(size),
});

/** Folders with the number of their favorites, counted on the fly; bounded by `FOLDERS_MAX` and `FOLDER_SIZE_MAX`. */
function folders(db: Db) {
  return db
    .selectFrom("favorite_folders as f")
    .innerJoin("users as u", "u.id", "f.user_id")
    .select((eb) => [
      ...(["f.id", "f.user_id", "f.name", "f.shown"] as const),
      eb
        .selectFrom("favorite_places as p")
        .select((rows) => rows.fn.countAll<number>().as("size"))
        .whereRef("p.folder_id", "=", "f.id")
        .$asScalar()
        .$notNull()
        .as("size"),
    ])
    .where("u.deleted_at", "is", null);
}

/** Somebody's folders in order: all of them for the owner, the shown ones for others. */
export function foldersOf(db: Db, userId: number, viewerId: number | null) {
  const all = folders(db).where("f.user_id", "=", userId).orderBy("f.place").orderBy("f.id");
  return (viewerId === userId ? all : all.where("f.shown", "=", 1)).execute();
}

/** A folder with its owner; undefined if there is none. */
export const findFolder = (db: Db, id: number) => folders(db).where("f.id", "=", id).executeTakeFirst();

/** One page of a folder, last added first. */
export function placesIn(db: Db, folderId: number, { page, pageSize }: { page: number; pageSize: number }) {
  return db
    .selectFrom("favorite_places")
    .select(["target_kind", "target_id"])
    .where("folder_id", "=", folderId)
    .orderBy("created_at", "desc")
    .orderBy("target_kind", "desc")
    .orderBy("target_id", "desc")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
}

/** Checks that these folders belong to somebody. @throws BusinessError NOT_FOUND for one that does not */
export async function requireFolders(db: Db, userId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await db
    .selectFrom("favorite_folders")
    .select("id")
    .where("user_id", "=", userId)
    .where("id", "in", ids)
    .execute();
  if (rows.length < new Set(ids).size) throw new BusinessError("NOT_FOUND", "没有这个收藏夹");
}

import { type RawBuilder, sql } from "kysely";
import type { KindWith } from "#app/contract/kinds";
import type { FavoriteFolder } from "#app/contract/reading/favorite-folder";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";

type FolderRow = { id: number; name: string; shown: 0 | 1; size: number };

/** Maps a folder for its readers. */
export const folderView = ({ id, name, shown, size }: FolderRow): FavoriteFolder => ({
  id,
  name,
  shown: shown === 1,
  count: Number(size),
});

/** Reader of folders, with the kinds that the site has. */
export type Looking = { viewerId: number | null; kinds: readonly KindWith<"favoritable">[] };

/** SQL condition: the owner, or a reader of this one, sees a favorite `p`. Others see only what exists, of kinds that the site has. */
function seenIn(owner: RawBuilder<unknown>, { viewerId, kinds }: Looking): RawBuilder<boolean> {
  const existing = kinds.map(
    (kind) => sql`or (p.target_kind = ${sql.lit(kind)} and exists (select 1 from ${sql.table(STORED[kind].table)} as t
      where t.id = p.target_id and t.deleted_at is null))`,
  );
  return sql<boolean>`(${owner} = ${viewerId ?? 0} ${sql.join(existing, sql` `)})`;
}

/**
 * Folders with the number of their favorites that somebody sees, counted on the fly; bounded by `FOLDERS_MAX` and
 * `FOLDER_SIZE_MAX`.
 */
function folders(db: Db, looking: Looking) {
  return db
    .selectFrom("favorite_folders as f")
    .innerJoin("users as u", "u.id", "f.user_id")
    .select((eb) => [
      ...(["f.id", "f.user_id", "f.name", "f.shown"] as const),
      eb
        .selectFrom("favorite_places as p")
        .where(seenIn(sql`f.user_id`, looking))
        .select((rows) => rows.fn.countAll<number>().as("size"))
        .whereRef("p.folder_id", "=", "f.id")
        .$asScalar()
        .$notNull()
        .as("size"),
    ])
    .where("u.deleted_at", "is", null);
}

/** Somebody's folders in order: all of them for the owner, the shown ones for others. */
export function foldersOf(db: Db, userId: number, looking: Looking) {
  const all = folders(db, looking).where("f.user_id", "=", userId).orderBy("f.place").orderBy("f.id");
  return (looking.viewerId === userId ? all : all.where("f.shown", "=", 1)).execute();
}

/** A folder with its owner; undefined if there is none. */
export const findFolder = (db: Db, id: number, looking: Looking) =>
  folders(db, looking).where("f.id", "=", id).executeTakeFirst();

/** One page of what somebody sees in a folder, last added first. */
export function placesIn(
  db: Db,
  folder: { id: number; user_id: number },
  looking: Looking,
  { page, pageSize }: { page: number; pageSize: number },
) {
  return db
    .selectFrom("favorite_places as p")
    .select(["p.target_kind", "p.target_id"])
    .where("p.folder_id", "=", folder.id)
    .where(seenIn(sql`cast(${folder.user_id} as bigint)`, looking))
    .orderBy("p.created_at", "desc")
    .orderBy("p.target_kind", "desc")
    .orderBy("p.target_id", "desc")
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

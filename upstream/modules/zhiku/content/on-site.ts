import type { ZhikuContentType } from "#app/contract/zhiku/content";
import type { Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { isOneOf } from "#upstream/db/id-list";
import { moveManyInLists } from "#upstream/db/lists/site-lists";
import { countUsers, type UserCount } from "#upstream/db/lists/user-counters";
import { toBit } from "#upstream/db/schema/columns";
import { bump, keysOf } from "#upstream/db/versions";
import type { CategoryTree } from "#upstream/modules/zhiku/category/tree";
import { type CutBodies, putIntoZhikuSearch, removeFromZhikuSearch } from "#upstream/modules/zhiku/search/entries";
import { plainOf } from "./free-part";
import { listsOf } from "./lists";

type Place = { id: number; category_id: number; type: ZhikuContentType; created_at: string };

/**
 * Unpublishes documents at `at` (ISO 8601): removes them from lists, search, favorites and reading histories, where they
 * can be restored; those that are not public stay as they are.
 * @param tree from `lockedTree`
 * @param hidden whether they are restored with their category
 */
export async function takeContentsOff(
  trx: Db,
  services: Pick<Services, "search">,
  { tree, ids, at, hidden = false }: { tree: CategoryTree; ids: readonly number[]; at: string; hidden?: boolean },
): Promise<void> {
  const gone = await trx
    .updateTable("zhiku_contents")
    .set({ deleted_at: at, hidden: toBit(hidden) })
    .where(isOneOf(trx, "id", ids))
    .where("deleted_at", "is", null)
    .returning(["id", "category_id", "type", "created_at"])
    .execute();
  await moveAll(trx, { tree, moved: gone, by: -1 });
  for (const row of gone) await removeFromZhikuSearch(trx, services, { id: row.id, ...scopeOf(row) });
}

const ON_SITE = { deleted_at: null, draft: 0, hidden: 0, removed_at: null } as const;

/**
 * Publishes documents, or republishes them with people's favorites and histories; those that are public stay as they
 * are.
 * @param createdAt for a first publication; otherwise they keep their positions
 * @throws BusinessError CONFLICT if the category of one is hidden
 */
export async function putContentsOnSite(
  trx: Db,
  services: Pick<Services, "search" | "markdown">,
  {
    tree,
    ids,
    createdAt,
    cut,
  }: { tree: CategoryTree; ids: readonly number[]; createdAt?: string; cut?: CutBodies | undefined },
): Promise<void> {
  const back = await trx
    .updateTable("zhiku_contents")
    .set({ ...ON_SITE, ...(createdAt === undefined ? {} : { created_at: createdAt, updated_at: createdAt }) })
    .where(isOneOf(trx, "id", ids))
    .where("deleted_at", "is not", null)
    .returning(["id", "category_id", "type", "created_at"])
    .execute();
  if (!back.every((row) => tree.isShown(row.category_id)))
    throw new BusinessError("CONFLICT", "它的分类隐藏着，请先显示分类，或换一个分类");
  await moveAll(trx, { tree, moved: back, by: 1 });
  for (const row of back) {
    const one = await wordsOf(trx, row.id);
    const entry = {
      id: row.id,
      ...scopeOf(row),
      trial: one.trial === 1,
      title: one.title,
      abstract: one.abstract,
      plain: plainOf(services, one.content),
      createdAt: row.created_at,
    };
    await putIntoZhikuSearch(trx, services, entry, cut);
  }
}

const scopeOf = ({ category_id: categoryId, type }: Place) => ({ categoryId, type });

/** The words of one document at a time, since they may be long. */
const wordsOf = (trx: Db, id: number) =>
  trx
    .selectFrom("zhiku_contents")
    .select(["trial", "title", "abstract", "content"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** Moves documents into people's and the site's lists (1), or out of them (-1). */
async function moveAll(
  trx: Db,
  { tree, moved, by }: { tree: CategoryTree; moved: readonly Place[]; by: 1 | -1 },
): Promise<void> {
  if (moved.length === 0) return;
  const ids = moved.map(({ id }) => id);
  await countUsers(trx, await keptBy(trx, ids, by));
  await moveManyInLists(
    trx,
    moved.flatMap((row) =>
      listsOf(tree, scopeOf(row)).map((list) => ({ list, by, key: { createdAt: row.created_at, id: row.id } })),
    ),
  );
  await bump(trx, ["zhiku-contents", ...keysOf("zhiku", ids)]);
}

/** Counter changes of the people who favorited one of these documents or have read in it. */
async function keptBy(trx: Db, ids: readonly number[], by: 1 | -1): Promise<UserCount[]> {
  const favorites = await trx
    .selectFrom("zhiku_favorites")
    .select(["user_id", "content_id", "created_at as since"])
    .where(isOneOf(trx, "content_id", ids))
    .execute();
  const readings = await trx
    .selectFrom("zhiku_readings")
    .select(["user_id", "content_id", "read_at as since"])
    .where(isOneOf(trx, "content_id", ids))
    .execute();
  const counted = (counter: "zhiku_favorite_count" | "zhiku_reading_count", rows: typeof favorites): UserCount[] =>
    rows.map(({ user_id: userId, content_id: id, since }) => ({
      userId,
      counter,
      by,
      key: { createdAt: since, id },
    }));
  return counted("zhiku_favorite_count", favorites).concat(counted("zhiku_reading_count", readings));
}

import type { Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { addToLists, removeFromLists } from "#upstream/db/lists/site-lists";
import { countUsers, type UserCount } from "#upstream/db/lists/user-counters";
import { toBit } from "#upstream/db/schema/columns";
import { bump } from "#upstream/db/versions";
import type { CategoryTree } from "#upstream/modules/zhiku/category/tree";
import { type CutBodies, putIntoZhikuSearch, removeFromZhikuSearch } from "#upstream/modules/zhiku/search/entries";
import { plainOf } from "./free-part";
import { listsOf } from "./lists";

/**
 * Unpublishes a document at `at` (ISO 8601): removes it from lists, search, favorites and reading histories, where it
 * can be restored. @param tree from `lockedTree` @param hidden whether it is restored with its category
 * @returns whether it was public
 */
export async function takeContentOff(
  trx: Db,
  services: Pick<Services, "search">,
  { tree, id, at, hidden = false }: { tree: CategoryTree; id: number; at: string; hidden?: boolean },
): Promise<boolean> {
  const gone = await trx
    .updateTable("zhiku_contents")
    .set({ deleted_at: at, hidden: toBit(hidden) })
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .returning(["category_id", "type", "created_at"])
    .executeTakeFirst();
  if (!gone) return false;
  const scope = { categoryId: gone.category_id, type: gone.type };
  await removeFromLists(trx, listsOf(tree, scope), { createdAt: gone.created_at, id });
  await removeFromZhikuSearch(trx, services, { id, ...scope });
  await countUsers(trx, await keptBy(trx, id, -1));
  await bump(trx, ["zhiku-contents", `zhiku/${id}`]);
  return true;
}

const ON_SITE = { deleted_at: null, draft: 0, hidden: 0, removed_at: null } as const;

/**
 * Publishes a document, or republishes it with people's favorites and histories. @param createdAt for a first
 * publication; otherwise it keeps its position
 * @returns whether it was not public @throws BusinessError CONFLICT if its category is hidden
 */
export async function putContentOnSite(
  trx: Db,
  services: Pick<Services, "search" | "markdown">,
  { tree, id, createdAt, cut }: { tree: CategoryTree; id: number; createdAt?: string; cut?: CutBodies | undefined },
): Promise<boolean> {
  const one = await trx
    .updateTable("zhiku_contents")
    .set({ ...ON_SITE, ...(createdAt === undefined ? {} : { created_at: createdAt, updated_at: createdAt }) })
    .where("id", "=", id)
    .where("deleted_at", "is not", null)
    .returning(["category_id", "type", "created_at", "trial", "title", "abstract", "content"])
    .executeTakeFirst();
  if (!one) return false;
  if (!tree.isShown(one.category_id)) throw new BusinessError("CONFLICT", "它的分类隐藏着，请先显示分类，或换一个分类");
  const scope = { categoryId: one.category_id, type: one.type };
  await addToLists(trx, listsOf(tree, scope), { createdAt: one.created_at, id });
  const entry = {
    id,
    ...scope,
    trial: one.trial === 1,
    title: one.title,
    abstract: one.abstract,
    plain: plainOf(services, one.content),
    createdAt: one.created_at,
  };
  await putIntoZhikuSearch(trx, services, entry, cut);
  await countUsers(trx, await keptBy(trx, id, 1));
  await bump(trx, ["zhiku-contents", `zhiku/${id}`]);
  return true;
}

/** Counter changes of the people who favorited a document or have read in it. */
async function keptBy(trx: Db, id: number, by: 1 | -1): Promise<UserCount[]> {
  const favorites = await trx
    .selectFrom("zhiku_favorites")
    .select(["user_id", "created_at as since"])
    .where("content_id", "=", id)
    .execute();
  const readings = await trx
    .selectFrom("zhiku_readings")
    .select(["user_id", "read_at as since"])
    .where("content_id", "=", id)
    .execute();
  const counted = (counter: "zhiku_favorite_count" | "zhiku_reading_count", rows: typeof favorites): UserCount[] =>
    rows.map(({ user_id: userId, since }) => ({ userId, counter, by, key: { createdAt: since, id } }));
  return [...counted("zhiku_favorite_count", favorites), ...counted("zhiku_reading_count", readings)];
}

import { sql } from "kysely";
import type { Image } from "#app/contract/common";
import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError, found, invalid } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { type ListMove, moveManyInLists } from "#upstream/db/lists/site-lists";
import { toJson } from "#upstream/db/schema/columns";
import { bump, keysOf } from "#upstream/db/versions";
import { CATEGORIES_KEY, type CategoryTree, lockedTree } from "#upstream/modules/zhiku/category/tree";
import { listsOf } from "#upstream/modules/zhiku/content/lists";
import { putContentsOnSite, takeContentsOff } from "#upstream/modules/zhiku/content/on-site";
import { OFFERS_KEY } from "#upstream/modules/zhiku/rights/offers";
import { nextPosition, type Position, requireWholeOrder } from "#upstream/policy/positions";
import { markUsed } from "#upstream/services/storage/file-keys";

/** Row of a category. */
export function findCategory(db: Db, id: number) {
  return db.selectFrom("zhiku_categories").selectAll().where("id", "=", id).executeTakeFirst();
}

/**
 * Refuses to bring something back into a category deleted since; null is for all categories.
 * @throws BusinessError CONFLICT
 */
export async function requireOriginalCategory(trx: Db, id: number | null): Promise<void> {
  if (id !== null && !(await findCategory(trx, id))) {
    throw new BusinessError("CONFLICT", "它原来的分类已经删除，请先撤销那次删除");
  }
}

/** Fields of a category that are changed together. */
export type ChangedCategory = {
  parentId: number | null;
  name: string;
  description: string;
  cover: Image | null;
  banner: Image | null;
};

/**
 * Updates a category if it still has the given version; its documents move with it. @returns the new version
 * @throws BusinessError NOT_FOUND, CONFLICT, INVALID_PARAMS if it can't be placed there
 */
export async function updateCategory(
  trx: Db,
  services: Pick<Services, "search" | "markdown">,
  { id, version, fields }: { id: number; version: number; fields: ChangedCategory },
): Promise<number> {
  const { parentId, cover, banner, ...rest } = fields;
  const tree = await lockedTree(trx);
  const row = found(await findCategory(trx, id));
  if (row.version !== version) throw new BusinessError("CONFLICT");
  const moves = row.parent_id !== parentId;
  if (moves) requirePlace(tree, id, parentId);
  const set = {
    ...rest,
    parent_id: parentId,
    cover: cover && toJson(cover),
    banner: banner && toJson(banner),
    version: version + 1,
    ...(moves ? { position: await lastPosition(trx, parentId) } : {}),
  };
  await markUsed(trx, [set.cover ?? "", set.banner ?? "", rest.description]);
  await trx.updateTable("zhiku_categories").set(set).where("id", "=", id).execute();
  if (moves) {
    await moveDocuments(trx, tree, id);
    await bringBack(trx, services, id);
  }
  await bump(trx, [CATEGORIES_KEY]);
  return set.version;
}

/**
 * @throws BusinessError INVALID_PARAMS if it is below itself or a hidden category, NOT_FOUND if the parent does not
 * exist
 */
export function requirePlace(tree: CategoryTree, id: number | null, parentId: number | null): void {
  if (parentId === null) return;
  if (!tree.byId.has(parentId)) throw new BusinessError("NOT_FOUND", "没有这个上级分类");
  if (id !== null && tree.downwards(id).includes(parentId)) {
    throw invalid({ parentId: "不能放到自己或自己的下级里" });
  }
  if (!tree.isShown(parentId)) throw invalid({ parentId: "这个上级隐藏着，请先显示它" });
}

/** Position after all others of a level. */
export const lastPosition = (trx: Db, parentId: number | null): Promise<number> =>
  nextPosition(trx, "zhiku_categories", parentId === null ? sql`parent_id is null` : sql`parent_id = ${parentId}`);

/** Moves public documents from the lists of the category's former ancestors to those of the new ones. */
async function moveDocuments(trx: Db, before: CategoryTree, id: number): Promise<void> {
  const after = await lockedTree(trx);
  const documents = await trx
    .selectFrom("zhiku_contents")
    .select(["id", "category_id", "type", "created_at"])
    .where("category_id", "in", before.downwards(id))
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
  const moves: ListMove[] = [];
  for (const { id: document, category_id: categoryId, type, created_at: createdAt } of documents) {
    const were = listsOf(before, { categoryId, type });
    const are = listsOf(after, { categoryId, type });
    const key = { createdAt, id: document };
    for (const list of are) if (!were.includes(list)) moves.push({ list, by: 1, key });
    for (const list of were) if (!are.includes(list)) moves.push({ list, by: -1, key });
  }
  await moveManyInLists(trx, moves);
  await bump(trx, [
    "zhiku-contents",
    ...keysOf(
      "zhiku",
      documents.map((one) => one.id),
    ),
  ]);
}

/**
 * Hides a category and everything in it. @returns the number of documents hidden
 * @throws BusinessError NOT_FOUND, CONFLICT if it, or one above it, is hidden
 */
export async function hideCategory(
  trx: Db,
  services: Pick<Services, "clock" | "search">,
  id: number,
): Promise<{ documents: number }> {
  const tree = await lockedTree(trx);
  found(tree.byId.get(id));
  if (!tree.isShown(id)) throw new BusinessError("CONFLICT", "它或它的上级已经隐藏了");
  const at = nowIso(services);
  await trx.updateTable("zhiku_categories").set({ hidden_at: at }).where("id", "=", id).execute();
  const inside = await trx
    .selectFrom("zhiku_contents")
    .select("id")
    .where("category_id", "in", tree.downwards(id))
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
  await takeContentsOff(trx, services, { tree, ids: inside.map(({ id }) => id), at, hidden: true });
  await bump(trx, [CATEGORIES_KEY, OFFERS_KEY]);
  return { documents: inside.length };
}

/**
 * Shows a hidden category again, with the documents that were hidden with it.
 * @throws BusinessError NOT_FOUND, CONFLICT if it is not hidden, or one above it is
 */
export async function showCategory(
  trx: Db,
  services: Pick<Services, "search" | "markdown">,
  id: number,
): Promise<{ documents: number }> {
  const { hidden_at } = found((await lockedTree(trx)).byId.get(id));
  if (hidden_at === null) throw new BusinessError("CONFLICT", "它没有隐藏");
  await trx.updateTable("zhiku_categories").set({ hidden_at: null }).where("id", "=", id).execute();
  if (!(await lockedTree(trx)).isShown(id)) throw new BusinessError("CONFLICT", "它的上级隐藏着，请先显示上级");
  const documents = await bringBack(trx, services, id);
  await bump(trx, [CATEGORIES_KEY, OFFERS_KEY]);
  return { documents };
}

/** Restores documents hidden with a category whose own category is visible now. @returns how many */
async function bringBack(trx: Db, services: Pick<Services, "search" | "markdown">, id: number): Promise<number> {
  const tree = await lockedTree(trx);
  const hidden = await trx
    .selectFrom("zhiku_contents")
    .select(["id", "category_id"])
    .where("category_id", "in", tree.downwards(id))
    .where("hidden", "=", 1)
    .orderBy("id")
    .execute();
  const back = hidden.filter((one) => tree.isShown(one.category_id));
  await putContentsOnSite(trx, services, { tree, ids: back.map(({ id }) => id) });
  return back.length;
}

/**
 * Reorders all categories of one level. @returns their previous positions
 * @throws BusinessError CONFLICT if the set has changed
 */
export async function orderCategories(
  trx: Db,
  { parentId, positions }: { parentId: number | null; positions: readonly Position[] },
): Promise<Position[]> {
  await lockedTree(trx);
  const before = await trx
    .selectFrom("zhiku_categories")
    .select(["id", "position"])
    .where("parent_id", parentId === null ? "is" : "=", parentId)
    .orderBy("position")
    .orderBy("id")
    .execute();
  requireWholeOrder(before, positions, "这一级的分类刚刚变了，请看过再排");
  for (const { id, position } of positions) {
    await trx.updateTable("zhiku_categories").set({ position }).where("id", "=", id).execute();
  }
  await bump(trx, [CATEGORIES_KEY]);
  return before;
}

/** Deletes a category that never contained anything. @throws BusinessError CONFLICT with the reason */
export async function removeCategory(trx: Db, id: number): Promise<void> {
  const tree = await lockedTree(trx);
  found(tree.byId.get(id));
  if (tree.downwards(id).length > 1) throw new BusinessError("CONFLICT", "它还有下级分类");
  for (const [table, name] of [
    ["zhiku_contents", "资料"],
    ["zhiku_offers", "商品"],
    ["zhiku_rights", "权益"],
    ["zhiku_orders", "订单"],
    ["zhiku_rights_texts", "权益说明"],
  ] as const) {
    const used = await trx.selectFrom(table).select("id").where("category_id", "=", id).limit(1).executeTakeFirst();
    if (used) throw new BusinessError("CONFLICT", `它有${name}，不能删除，可以隐藏`);
  }
  await trx.deleteFrom("zhiku_categories").where("id", "=", id).execute();
  await bump(trx, [CATEGORIES_KEY]);
}

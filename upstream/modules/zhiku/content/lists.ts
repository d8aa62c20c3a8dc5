import type { ZhikuContentType } from "#app/contract/zhiku/content";
import type { Db } from "#upstream/db/dialect";
import type { CategoryTree } from "#upstream/modules/zhiku/category/tree";

type Scope = { categoryId?: number | undefined; type?: ZhikuContentType | undefined };

/** Name of a stored list of documents: all, of a category with its descendants, of a type. */
export function listOf({ categoryId, type }: Scope): string {
  const category = categoryId === undefined ? "" : `/category/${categoryId}`;
  return `zhiku${category}${type === undefined ? "" : `/type/${type}`}`;
}

/** All lists that a document is in. */
export function listsOf(tree: CategoryTree, { categoryId, type }: Required<Scope>): string[] {
  const categories = categoryId === undefined ? [] : tree.upwards(categoryId);
  return [undefined, ...categories].flatMap((id) => [listOf({ categoryId: id }), listOf({ categoryId: id, type })]);
}

/** Number of entries in each of these lists; lists that never had any are omitted. */
export async function totalsOf(db: Db, lists: readonly string[]): Promise<Map<string, number>> {
  if (lists.length === 0) return new Map();
  const rows = await db.selectFrom("list_totals").select(["list", "total"]).where("list", "in", lists).execute();
  return new Map(rows.map(({ list, total }) => [list, total]));
}

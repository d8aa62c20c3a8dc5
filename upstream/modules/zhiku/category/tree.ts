import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";

/** Pictures are JSON as in the row; see `zhiku_categories`. */
export type CategoryRow = {
  id: number;
  parent_id: number | null;
  name: string;
  description: string;
  cover: string | null;
  banner: string | null;
  hidden_at: string | null;
};

/** The category tree in memory: it has dozens of nodes, and everything in zhiku uses it. */
export type CategoryTree = {
  /** Parents before children, siblings in the operator's order. */
  all: readonly CategoryRow[];
  /** Categories visible to readers: neither they nor an ancestor is hidden. */
  shown: readonly CategoryRow[];
  isShown(id: number): boolean;
  byId: ReadonlyMap<number, CategoryRow>;
  /** The category and its ancestors, nearest first; empty if it does not exist. */
  upwards(id: number): number[];
  /** The category and its descendants; empty if it does not exist. */
  downwards(id: number): number[];
  /** Whether a right to one category (null: to all) opens all that a right to the other opens. */
  opensAll(right: number | null, other: number | null): boolean;
};

/** Version key of zhiku's categories. */
export const CATEGORIES_KEY = "zhiku-categories";

/** The current tree, reloaded when a category has changed. */
export function categoryTree(services: Pick<Services, "db" | "cached">): Promise<CategoryTree> {
  return services.cached("zhiku/categories", [CATEGORIES_KEY], () => readTree(services.db));
}

/** The tree as it is now, for a transaction that has no services. */
export async function readTree(db: Db): Promise<CategoryTree> {
  const rows = await db
    .selectFrom("zhiku_categories")
    .select(["id", "parent_id", "name", "description", "cover", "banner", "hidden_at"])
    .orderBy("position")
    .orderBy("id")
    .execute();
  return treeOf(rows);
}

/**
 * The tree within a transaction, locked against changes until its end: for code that changes categories or the lists
 * that they determine.
 */
export async function lockedTree(trx: Db): Promise<CategoryTree> {
  await trx
    .updateTable("zhiku_categories")
    .set((eb) => ({ position: eb.ref("position") }))
    .execute();
  return readTree(trx);
}

function treeOf(rows: readonly CategoryRow[]): CategoryTree {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const walk = (parent: number | null): CategoryRow[] =>
    rows.filter((row) => row.parent_id === parent).flatMap((row) => [row, ...walk(row.id)]);
  const upwards = (id: number): number[] => {
    const row = byId.get(id);
    if (!row) return [];
    return row.parent_id === null ? [id] : [id, ...upwards(row.parent_id)];
  };
  const all = walk(null);
  const isShown = (id: number) => byId.has(id) && upwards(id).every((one) => byId.get(one)?.hidden_at === null);
  return {
    all,
    shown: all.filter(({ id }) => isShown(id)),
    isShown,
    byId,
    upwards,
    downwards: (id) => (byId.has(id) ? [id, ...walk(id).map((row) => row.id)] : []),
    opensAll: (right, other) => right === null || (other !== null && upwards(other).includes(right)),
  };
}

/** @throws Error if a document's category does not exist, which the database prevents */
export function categoryRef(tree: CategoryTree, id: number): { id: number; name: string } {
  const row = tree.byId.get(id);
  if (!row) throw new Error(`zhiku category ${id} is missing`);
  return { id, name: row.name };
}

import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";

/** JSON of pictures as the row has them; see `zhiku_categories`. */
export type CategoryRow = {
  id: number;
  parent_id: number | null;
  name: string;
  description: string;
  cover: string | null;
  banner: string | null;
  hidden_at: string | null;
};

/** The tree of categories in memory: there are dozens of them, and everything in zhiku asks for it. */
export type CategoryTree = {
  /** Parents before their children, siblings as the operator ordered them. */
  all: readonly CategoryRow[];
  /** Those that readers see: neither they nor one above them is hidden. */
  shown: readonly CategoryRow[];
  isShown(id: number): boolean;
  byId: ReadonlyMap<number, CategoryRow>;
  /** The category and everything above it, nearest first; empty when there is no such category. */
  upwards(id: number): number[];
  /** The category and everything below it; empty when there is no such category. */
  downwards(id: number): number[];
};

/** Version key of zhiku's categories. */
export const CATEGORIES_KEY = "zhiku-categories";

/** The tree as it is now, read anew when a category has changed. */
export function categoryTree(services: Pick<Services, "db" | "cached">): Promise<CategoryTree> {
  return services.cached("zhiku/categories", [CATEGORIES_KEY], () => readTree(services.db));
}

async function readTree(db: Db): Promise<CategoryTree> {
  const rows = await db
    .selectFrom("zhiku_categories")
    .select(["id", "parent_id", "name", "description", "cover", "banner", "hidden_at"])
    .orderBy("position")
    .orderBy("id")
    .execute();
  return treeOf(rows);
}

/**
 * The tree as it is within a transaction, which nobody else changes until its end: for whoever changes categories, or
 * what lists they are in.
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
  };
}

/** @throws Error when a content names a category that is not there: the database forbids it */
export function categoryRef(tree: CategoryTree, id: number): { id: number; name: string } {
  const row = tree.byId.get(id);
  if (!row) throw new Error(`zhiku category ${id} is missing`);
  return { id, name: row.name };
}

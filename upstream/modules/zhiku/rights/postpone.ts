import type { Db } from "#upstream/db/dialect";
import type { CategoryTree } from "#upstream/modules/zhiku/category/tree";
import { later, type UnendedRight } from "./unended-rights";

type Postponement = {
  /** Rights to postpone, those that start earlier first. */
  rights: readonly UnendedRight[];
  others: readonly UnendedRight[];
  /** Whether rights don't wait for others on the same category, because those wait for them. */
  widerOnly?: boolean;
  tree: CategoryTree;
  now: string;
};

/**
 * Postpones rights until others that open all of theirs have ended; of the rights themselves, those that followed each
 * other still do. Rights granted by staff keep their dates. @returns all of them, as stored
 */
export async function postpone(
  trx: Db,
  { rights, others, widerOnly = false, tree, now }: Postponement,
): Promise<UnendedRight[]> {
  const done: { before: UnendedRight; after: UnendedRight }[] = [];
  for (const right of rights) {
    const start = later(now, right.from_at);
    const waitedFor = others.filter((one) => !widerOnly || one.category_id !== right.category_id);
    // Those of the same account that ended before this one began still do so.
    const preceding = done.filter(({ before }) => before.until_at <= right.from_at).map(({ after }) => after);
    const covering = [...waitedFor, ...preceding].filter((one) => tree.opensAll(one.category_id, right.category_id));
    const newStart = (right.source === "operator" ? [] : covering).map(({ until_at }) => until_at).reduce(later, start);
    const wait = Date.parse(newStart) - Date.parse(start);
    const times = { from_at: newStart, until_at: new Date(Date.parse(right.until_at) + wait).toISOString() };
    const after = wait > 0 ? { ...right, ...times } : right;
    if (wait > 0)
      await trx
        .updateTable("zhiku_rights")
        .set({ ...times, end_told_at: null })
        .where("id", "=", right.id)
        .execute();
    done.push({ before: right, after });
  }
  return done.map(({ after }) => after);
}

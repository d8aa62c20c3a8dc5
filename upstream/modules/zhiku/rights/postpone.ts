import type { Db } from "#upstream/db/dialect";
import type { CategoryTree } from "#upstream/modules/zhiku/category/tree";
import { later, type UnendedRight } from "./unended-rights";

type Postponement = {
  /** Rights to postpone, of one or more people, in the order in which they are used. */
  rights: readonly UnendedRight[];
  others: readonly UnendedRight[];
  tree: CategoryTree;
  now: string;
};

/**
 * Postpones rights, or what is left of active ones, until others that open all of theirs have ended; of the rights
 * themselves, one person's wait for another's before them, and those of one that followed each other still do. Active
 * ones granted by staff keep their dates.
 */
export async function postpone(trx: Db, { rights, others, tree, now }: Postponement): Promise<void> {
  const done: { before: UnendedRight; after: UnendedRight }[] = [];
  for (const right of rights) {
    const start = later(now, right.from_at);
    const preceding = done
      .filter(({ before }) => before.user_id !== right.user_id || before.until_at <= right.from_at)
      .map(({ after }) => after);
    const covering = [...others, ...preceding].filter((one) => tree.opensAll(one.category_id, right.category_id));
    const newStart = (keepsDates(right, now) ? [] : covering).map(({ until_at }) => until_at).reduce(later, start);
    const wait = Date.parse(newStart) - Date.parse(start);
    const times = { from_at: newStart, until_at: new Date(Date.parse(right.until_at) + wait).toISOString() };
    const after = wait > 0 ? { ...right, ...times } : right;
    if (wait > 0) {
      if (right.from_at < now) await keepUsedDays(trx, right.id, now);
      await trx
        .updateTable("zhiku_rights")
        .set({ ...times, end_told_at: null })
        .where("id", "=", right.id)
        .execute();
    }
    done.push({ before: right, after });
  }
}

/** Whether a right may have been granted until a certain day; staff's other grants, which are for days, may wait. */
export const keepsDates = ({ source, from_at }: UnendedRight, now: string): boolean =>
  source === "operator" && from_at <= now;

/**
 * Keeps the part of an active right that has passed as an ended right of its own. The order stays with what is left,
 * which ends when the order is refunded; staff who decide that see both.
 */
async function keepUsedDays(trx: Db, id: number, now: string): Promise<void> {
  const { order_id, ...used } = await trx
    .selectFrom("zhiku_rights")
    .select(["user_id", "category_id", "from_at", "source", "created_at", "order_id"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("zhiku_rights")
    // Nobody is told of an end after which the days go on.
    .values({ ...used, until_at: now, order_id: null, part_of_order: order_id, end_told_at: now })
    .execute();
}

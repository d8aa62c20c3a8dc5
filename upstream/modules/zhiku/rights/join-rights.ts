import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { readTree } from "#upstream/modules/zhiku/category/tree";
import { later, type UnendedRight, unendedRights } from "./grant";

/** Whether a right opens everything that another one does, which is therefore not needed at the same time. */
type Covers = (right: UnendedRight, other: UnendedRight) => boolean;

/**
 * Prevents days from being lost when two accounts are merged: a bought or redeemed right is postponed until rights of the
 * other account that open all of it have ended. Of two rights to the same category, the one of the remaining account
 * (`into`) is used first. Rights granted by staff keep their dates. Both accounts must be locked.
 */
export async function joinRights(
  trx: Db,
  services: Pick<Services, "clock">,
  { from, into }: { from: number; into: number },
): Promise<void> {
  const now = nowIso(services);
  const [coming, staying] = [await unendedRights(trx, from, now), await unendedRights(trx, into, now)];
  if (coming.length === 0 || staying.length === 0) return;
  const tree = await readTree(trx);
  const covers: Covers = (right, other) => tree.opensAll(right.category_id, other.category_id);
  const moved = await postpone(trx, { rights: coming, others: staying, covers, now });
  const isWider: Covers = (right, other) => right.category_id !== other.category_id && covers(right, other);
  await postpone(trx, { rights: staying, others: moved, covers: isWider, now });
}

type Postponement = { rights: readonly UnendedRight[]; others: readonly UnendedRight[]; covers: Covers; now: string };

/** Postpones rights of one account until those of the other that cover them have ended. @returns all of them, as stored */
async function postpone(trx: Db, { rights, others, covers, now }: Postponement): Promise<UnendedRight[]> {
  const done: { before: UnendedRight; after: UnendedRight }[] = [];
  for (const right of rights) {
    const start = later(now, right.from_at);
    // Those of the same account that ended before this one began still do so.
    const preceding = done.filter(({ before }) => before.until_at <= right.from_at).map(({ after }) => after);
    const covering = right.source === "operator" ? [] : [...others, ...preceding].filter((one) => covers(one, right));
    const newStart = covering.map(({ until_at }) => until_at).reduce(later, start);
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

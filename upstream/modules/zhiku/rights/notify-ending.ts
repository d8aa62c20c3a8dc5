import { ENDING_SOON } from "#app/contract/zhiku/rights";
import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";
import { type CategoryTree, categoryRef, categoryTree } from "#upstream/modules/zhiku/category/tree";
import { type Running, unendedRights } from "./unended-rights";

/** Rights per transaction. */
const AT_ONCE = 100;

/** Notifies owners of rights that end within seven days, once per right, however many sweeps run concurrently. */
export async function notifyEndingRights(services: Services): Promise<void> {
  const tree = await categoryTree(services);
  while ((await transact(services.db, (trx) => tellSome(trx, services, tree))) === AT_ONCE);
}

/** @returns the number of rights checked */
async function tellSome(trx: Db, services: Services, tree: CategoryTree): Promise<number> {
  const now = nowIso(services);
  const due = trx
    .selectFrom("zhiku_rights")
    .select("id")
    .where("end_told_at", "is", null)
    .where("from_at", "<=", now)
    .where("until_at", ">", now)
    .where("until_at", "<=", new Date(Date.parse(now) + ENDING_SOON).toISOString())
    .orderBy("until_at")
    .limit(AT_ONCE);
  const ending = await trx
    .updateTable("zhiku_rights")
    .set({ end_told_at: now })
    .where("id", "in", due)
    .where("end_told_at", "is", null)
    .returning(["user_id", "category_id", "until_at"])
    .execute();
  const goingOn = await goingOnAfter(trx, ending, tree);
  for (const right of ending) {
    if (goingOn(right)) continue;
    const name = right.category_id === null ? null : categoryRef(tree, right.category_id).name;
    const message = { kind: "right-ending", name, until: right.until_at } as const;
    await notifyBySystem(trx, { userId: right.user_id, message, at: now });
  }
  return ending.length;
}

/**
 * Lets owners be notified again of rights that end during a removed one that opens all of theirs: they were not, if they
 * were to go on reading by it.
 */
export async function notifyAgainWithout(trx: Db, removed: Running, tree: CategoryTree, now: string): Promise<void> {
  const hidden = (await unendedRights(trx, removed.user_id, now)).filter(
    ({ category_id, until_at }) =>
      until_at >= removed.from_at && until_at < removed.until_at && tree.opensAll(removed.category_id, category_id),
  );
  const ids = hidden.map(({ id }) => id);
  if (ids.length > 0) await trx.updateTable("zhiku_rights").set({ end_told_at: null }).where("id", "in", ids).execute();
}

type Right = { user_id: number; category_id: number | null; until_at: string };

/** Returns a check whether somebody can go on reading when a right ends; then there is nothing to notify. */
async function goingOnAfter(trx: Db, ending: readonly Right[], tree: CategoryTree): Promise<(right: Right) => boolean> {
  if (ending.length === 0) return () => false;
  const all = await trx
    .selectFrom("zhiku_rights")
    .select(["user_id", "category_id", "from_at", "until_at"])
    .where("user_id", "in", [...new Set(ending.map((right) => right.user_id))])
    .execute();
  return (right) => {
    const opening: (number | null)[] = right.category_id === null ? [] : [...tree.upwards(right.category_id)];
    return all.some(
      (other) =>
        other.user_id === right.user_id &&
        other.from_at <= right.until_at &&
        other.until_at > right.until_at &&
        (other.category_id === null || opening.includes(other.category_id)),
    );
  };
}

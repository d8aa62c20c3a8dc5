import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { readTree } from "#upstream/modules/zhiku/category/tree";
import { keepsDates, postpone } from "./postpone";
import { type UnendedRight, unendedRights } from "./unended-rights";

/**
 * Prevents days from being lost when two accounts are merged: a right is postponed until those of the other account that
 * open all of it have ended, wherever these were postponed to. Of two rights to the same category, the one of the remaining account
 * (`into`) is used first. Active rights granted by staff keep their dates. Both accounts must be locked.
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
  const depthOf = (id: number | null) => (id === null ? 0 : tree.upwards(id).length);
  const rank = (right: UnendedRight) => (keepsDates(right, now) ? -1 : depthOf(right.category_id));
  // Each after those that it may wait for: those that never move, then wider ones.
  const inOrder = [...staying, ...coming].sort((one, other) => rank(one) - rank(other));
  await postpone(trx, { rights: inOrder, others: [], tree, now });
}

import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { readTree } from "#upstream/modules/zhiku/category/tree";
import { postpone } from "./postpone";
import { unendedRights } from "./unended-rights";

/**
 * Prevents days from being lost when two accounts are merged: a bought or redeemed right is postponed until rights of the
 * other account that open all of it have ended. Of two rights to the same category, the one of the remaining account
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
  const moved = await postpone(trx, { rights: coming, others: staying, tree, now });
  await postpone(trx, { rights: staying, others: moved, widerOnly: true, tree, now });
}

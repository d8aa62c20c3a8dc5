import type { Db } from "#upstream/db/dialect";
import type { CategoryTree } from "#upstream/modules/zhiku/category/tree";
import { later, type Running, unendedRights } from "./unended-rights";

/** Start and end of a right. */
export type RightTimes = { id: number; from: string; until: string };

/** Maps the times of a right. */
export const timesOf = ({ id, from_at: from, until_at: until }: Running): RightTimes => ({ id, from, until });

/**
 * Moves up a person's upcoming rights that wait for nothing any more: each begins where those before it that open all of
 * it, one after the other from now on, end. Nobody waits for days that were given back, revoked or moved elsewhere.
 * @returns the changed rights, before and after
 */
export async function moveUp(
  trx: Db,
  { userId, tree, now }: { userId: number; tree: CategoryTree; now: string },
): Promise<{ before: RightTimes[]; after: RightTimes[] }> {
  const placed: Running[] = [];
  const [before, after]: [RightTimes[], RightTimes[]] = [[], []];
  for (const right of await unendedRights(trx, userId, now)) {
    const opening = placed.filter((other) => tree.opensAll(other.category_id, right.category_id));
    const unused = Date.parse(right.from_at) - Date.parse(coveredUntil(opening, now));
    if (unused <= 0) {
      placed.push(right);
      continue;
    }
    const earlier = (at: string) => new Date(Date.parse(at) - unused).toISOString();
    const times = { from_at: earlier(right.from_at), until_at: earlier(right.until_at) };
    await trx.updateTable("zhiku_rights").set(times).where("id", "=", right.id).execute();
    placed.push({ ...right, ...times });
    before.push(timesOf(right));
    after.push(timesOf({ ...right, ...times }));
  }
  return { before, after };
}

/** Time up to which these rights follow each other without a gap, from now on. */
const coveredUntil = (rights: readonly Running[], now: string): string =>
  rights
    .toSorted((one, other) => (one.from_at < other.from_at ? -1 : 1))
    .reduce((end, { from_at, until_at }) => (from_at > end ? end : later(end, until_at)), now);

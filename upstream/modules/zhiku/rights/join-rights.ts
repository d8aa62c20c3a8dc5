import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { readTree } from "#upstream/modules/zhiku/category/tree";
import { later, type UnendedRight, unendedRights } from "./grant";

/** Whether nobody needs one right while they have the other. */
type Opens = (other: UnendedRight, one: UnendedRight) => boolean;

/**
 * Prepares the rights of two accounts for becoming one person's: what was bought or redeemed waits for rights of the
 * other account that open all of it, so that no days are lost. Of two equal ones, that of the account that remains goes
 * first. Rights given by staff keep their dates. Both accounts must be locked.
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
  const opens: Opens = (other, one) => tree.opensAll(other.category_id, one.category_id);
  const moved = await delay(trx, { rights: coming, others: staying, opens, now });
  const isWider: Opens = (other, one) => other.category_id !== one.category_id && opens(other, one);
  await delay(trx, { rights: staying, others: moved, opens: isWider, now });
}

type Delay = { rights: readonly UnendedRight[]; others: readonly UnendedRight[]; opens: Opens; now: string };

/** Delays rights of one account until those of the other that open them have ended. @returns all of them, as they are now */
async function delay(trx: Db, { rights, others, opens, now }: Delay): Promise<UnendedRight[]> {
  const placed: { was: UnendedRight; is: UnendedRight }[] = [];
  for (const one of rights) {
    const starts = later(now, one.from_at);
    const before = placed.filter(({ was }) => was.until_at <= one.from_at).map(({ is }) => is);
    const ends = one.source === "operator" ? [] : [...others, ...before].filter((other) => opens(other, one));
    const begins = ends.map(({ until_at }) => until_at).reduce(later, starts);
    const wait = Date.parse(begins) - Date.parse(starts);
    const times = { from_at: begins, until_at: new Date(Date.parse(one.until_at) + wait).toISOString() };
    const is = wait > 0 ? { ...one, ...times } : one;
    if (wait > 0)
      await trx
        .updateTable("zhiku_rights")
        .set({ ...times, end_told_at: null })
        .where("id", "=", one.id)
        .execute();
    placed.push({ was: one, is });
  }
  return placed.map(({ is }) => is);
}

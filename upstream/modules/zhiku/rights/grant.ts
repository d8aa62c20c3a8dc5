import { DAY } from "#runtime/time-units";
import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { type CategoryTree, readTree } from "#upstream/modules/zhiku/category/tree";
import { holdAccount } from "#upstream/policy/hold-account";
import { moveUp, type RightTimes, timesOf } from "./move-up";
import { notifyAgainWithout } from "./notify-ending";
import { postpone } from "./postpone";
import { later, type RightSource, type Running, type UnendedRight, unendedRights } from "./unended-rights";

type Grant = {
  userId: number;
  /** Category that the right opens; null: all categories. */
  categoryId: number | null;
  days: number;
  source: RightSource;
  /** Order with which the right was bought, which grants one right; null for none. */
  orderId: number | null;
};

/**
 * Grants a right from now on or, if others that open all of it are active or upcoming (on the category, one above it or
 * all), from the end of the last. Narrower ones that it opens wait for its end, with the days that they have left: nobody
 * loses days by buying early. Only active ones granted by staff keep their dates. Upcoming ones that wait for nothing any
 * more, since a category was moved, begin first. Call it in the transaction that justifies it.
 * @throws the database's own error if the order has granted its right already
 */
export async function grantRight(
  trx: Db,
  services: Pick<Services, "clock">,
  { userId, categoryId, days, source, orderId }: Grant,
): Promise<{ id: number; from: string; until: string }> {
  const held = await holdRights(trx, services, userId);
  const opening = held.rights.filter((one) => held.tree.opensAll(one.category_id, categoryId));
  const from = opening.map(({ until_at }) => until_at).reduce(later, held.now);
  const until = new Date(Date.parse(from) + days * DAY).toISOString();
  const narrower = held.rights.filter((one) => !opening.includes(one));
  return insertRight(trx, { userId, categoryId, from, until, source, orderId }, { ...held, rights: narrower });
}

/**
 * Grants a right manually, from now until a fixed time that does not move; others that it opens wait for its end, as for
 * `grantRight`. Null if one on the same category already lasts as long.
 */
export async function grantRightUntil(
  trx: Db,
  services: Pick<Services, "clock">,
  { userId, categoryId, until }: { userId: number; categoryId: number | null; until: string },
): Promise<{ id: number; from: string; until: string } | null> {
  const held = await holdRights(trx, services, userId);
  if (held.rights.some((one) => one.category_id === categoryId && one.until_at >= until)) return null;
  const right = { userId, categoryId, from: held.now, until, source: "operator", orderId: null } as const;
  return insertRight(trx, right, held);
}

/** Rights of a person that have not ended, with what is needed to change them. */
type Held = { now: string; tree: CategoryTree; rights: UnendedRight[] };

/** Locks a person's rights, moves up those that wait for nothing any more, and loads those that have not ended. */
async function holdRights(trx: Db, services: Pick<Services, "clock">, userId: number): Promise<Held> {
  const now = nowIso(services);
  // Concurrent grants for one person would start at the same time.
  await holdAccount(trx, userId);
  const tree = await readTree(trx);
  await moveUp(trx, { userId, tree, now });
  return { now, tree, rights: await unendedRights(trx, userId, now) };
}

/** Inserts a right; those of the others that it opens wait for its end. */
async function insertRight(
  trx: Db,
  { userId, categoryId, from, until, source, orderId }: Omit<Grant, "days"> & { from: string; until: string },
  { now, tree, rights }: Held,
): Promise<{ id: number; from: string; until: string }> {
  const right = { user_id: userId, category_id: categoryId, from_at: from, until_at: until, created_at: now };
  const { id } = await trx
    .insertInto("zhiku_rights")
    .values({ ...right, source, order_id: orderId })
    .returning("id")
    .executeTakeFirstOrThrow();
  await postpone(trx, { rights, others: [{ ...right, id, source }], tree, now });
  return { id, from, until };
}

/**
 * Ends the right granted by an order, for refunds; one that has not started never does. Rights that were to start at
 * its end start that much earlier, so that nobody waits for days they gave back.
 */
export async function endRightOfOrder(trx: Db, services: Pick<Services, "clock">, orderId: number): Promise<void> {
  const ofOrder = trx.selectFrom("zhiku_rights").where("order_id", "=", orderId);
  const owner = await ofOrder.select("user_id").executeTakeFirst();
  if (!owner) return;
  // A concurrent grant starts where this one ends.
  await holdAccount(trx, owner.user_id);
  const right = await ofOrder
    .select(["id", "user_id", "category_id", "from_at", "until_at"])
    .where("until_at", ">", nowIso(services))
    .executeTakeFirst();
  if (right) await endRight(trx, services, right);
}

/**
 * Ends an active or upcoming right now, and moves up those that waited for its end, so that consecutive rights don't
 * overlap. The owner's rights must be locked.
 * @returns the changed rights, before and after
 */
export async function endRight(
  trx: Db,
  services: Pick<Services, "clock">,
  right: Running,
): Promise<{ before: RightTimes[]; after: RightTimes[] }> {
  const now = nowIso(services);
  await trx.updateTable("zhiku_rights").set({ until_at: now }).where("id", "=", right.id).execute();
  const tree = await readTree(trx);
  await notifyAgainWithout(trx, right, tree, now);
  const moved = await moveUp(trx, { userId: right.user_id, tree, now });
  return {
    before: [timesOf(right), ...moved.before],
    after: [timesOf({ ...right, until_at: now }), ...moved.after],
  };
}

import { DAY } from "#runtime/time-units";
import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { holdAccount } from "#upstream/modules/user/hold-account";

type Grant = {
  userId: number;
  /** Category that the right opens; null: all categories. */
  categoryId: number | null;
  days: number;
  source: "order" | "redeem" | "operator";
  /** Order with which the right was bought, which grants one right; null for none. */
  orderId: number | null;
};

/**
 * Grants a right from now on or, if one on the same category is active or upcoming, from the end of the last: nobody
 * loses days by buying early. Call it in the transaction that justifies it.
 * @throws the database's own error if the order has granted its right already
 */
export async function grantRight(
  trx: Db,
  services: Pick<Services, "clock">,
  { userId, categoryId, days, source, orderId }: Grant,
): Promise<{ id: number; from: string; until: string }> {
  const now = nowIso(services);
  // Concurrent grants for one person would start at the same time.
  await holdAccount(trx, userId);
  const from = (await lastEnd(trx, { userId, categoryId, now })) ?? now;
  const until = new Date(Date.parse(from) + days * DAY).toISOString();
  const right = { user_id: userId, category_id: categoryId, from_at: from, until_at: until, created_at: now };
  const { id } = await trx
    .insertInto("zhiku_rights")
    .values({ ...right, source, order_id: orderId })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, from, until };
}

/**
 * Grants a right manually, from now until a fixed time that does not move. Null if one on the same category already
 * lasts as long.
 */
export async function grantRightUntil(
  trx: Db,
  services: Pick<Services, "clock">,
  { userId, categoryId, until }: { userId: number; categoryId: number | null; until: string },
): Promise<{ id: number; from: string; until: string } | null> {
  const now = nowIso(services);
  await holdAccount(trx, userId);
  const last = await lastEnd(trx, { userId, categoryId, now });
  if (last && last >= until) return null;
  const right = { user_id: userId, category_id: categoryId, from_at: now, until_at: until, created_at: now };
  const { id } = await trx
    .insertInto("zhiku_rights")
    .values({ ...right, source: "operator", order_id: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, from: now, until };
}

/** End of a person's last right on a category; null if none is active or upcoming. */
async function lastEnd(
  trx: Db,
  { userId, categoryId, now }: { userId: number; categoryId: number | null; now: string },
) {
  const last = await trx
    .selectFrom("zhiku_rights")
    .select((eb) => eb.fn.max("until_at").as("until"))
    .where("user_id", "=", userId)
    .where("category_id", categoryId === null ? "is" : "=", categoryId)
    .where("until_at", ">", now)
    .executeTakeFirst();
  return last?.until ?? null;
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

type Running = { id: number; user_id: number; category_id: number | null; from_at: string; until_at: string };

/** Start and end of a right. */
export type RightTimes = { id: number; from: string; until: string };

/**
 * Ends an active or upcoming right now, and moves up those that were to start at its end, unless another one lasts
 * until then, so that consecutive rights don't overlap. The owner's rights must be locked.
 * @returns the changed rights, before and after
 */
export async function endRight(
  trx: Db,
  services: Pick<Services, "clock">,
  right: Running,
): Promise<{ before: RightTimes[]; after: RightTimes[] }> {
  const now = nowIso(services);
  await trx.updateTable("zhiku_rights").set({ until_at: now }).where("id", "=", right.id).execute();
  const others = await trx
    .selectFrom("zhiku_rights")
    .select(["id", "from_at", "until_at"])
    .where("user_id", "=", right.user_id)
    .where("category_id", right.category_id === null ? "is" : "=", right.category_id)
    .where("id", "!=", right.id)
    .where("until_at", ">", now)
    .orderBy("from_at")
    .orderBy("id")
    .execute();
  const following = followingOf(right, others);
  const staying = others.filter((one) => !following.includes(one)).map(({ until_at }) => until_at);
  const begins = [now, right.from_at, ...staying].reduce((last, at) => (at > last ? at : last));
  const unused = Math.max(0, Date.parse(right.until_at) - Date.parse(begins));
  const earlier = (at: string) => new Date(Date.parse(at) - unused).toISOString();
  const moved = unused === 0 ? [] : following;
  const after = [timesOf({ ...right, until_at: now })];
  for (const { id, from_at, until_at } of moved) {
    const times = { from_at: earlier(from_at), until_at: earlier(until_at) };
    await trx.updateTable("zhiku_rights").set(times).where("id", "=", id).execute();
    after.push(timesOf({ id, ...times }));
  }
  return { before: [right, ...moved].map(timesOf), after };
}

type Times = Pick<Running, "id" | "from_at" | "until_at">;

const timesOf = ({ id, from_at: from, until_at: until }: Times): RightTimes => ({ id, from, until });

/** Rights that start where a right ends, then those that start where these end, and so on. */
function followingOf<R extends Times>(right: Times, others: readonly R[]): R[] {
  const ends = new Set([right.until_at]);
  return others.filter(({ from_at, until_at }) => {
    if (!ends.has(from_at)) return false;
    ends.add(until_at);
    return true;
  });
}

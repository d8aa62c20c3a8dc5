import { DAY } from "#runtime/time-units";
import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";

type Grant = {
  userId: number;
  /** Null: every category. */
  categoryId: number | null;
  days: number;
  source: "order" | "redeem" | "operator";
  /** The order that it was bought with; each gives one right. */
  orderId: number | null;
};

/**
 * Gives a person a right from now on, or, where one on the same category still runs or is to come, from where the last
 * of them ends: nobody loses days by buying early. In the transaction that makes it due.
 * @throws the database's own error when the order has given its right already
 */
export async function grantRight(
  trx: Db,
  services: Pick<Services, "clock">,
  { userId, categoryId, days, source, orderId }: Grant,
): Promise<{ id: number; from: string; until: string }> {
  const now = nowIso(services);
  // Two grants at once, for one person, would both begin where the same one ends.
  await trx
    .updateTable("users")
    .set((eb) => ({ zhiku_reading_count: eb.ref("zhiku_reading_count") }))
    .where("id", "=", userId)
    .execute();
  const last = await trx
    .selectFrom("zhiku_rights")
    .select((eb) => eb.fn.max("until_at").as("until"))
    .where("user_id", "=", userId)
    .where("category_id", categoryId === null ? "is" : "=", categoryId)
    .where("until_at", ">", now)
    .executeTakeFirst();
  const from = last?.until ?? now;
  const until = new Date(Date.parse(from) + days * DAY).toISOString();
  const { id } = await trx
    .insertInto("zhiku_rights")
    .values({
      user_id: userId,
      category_id: categoryId,
      from_at: from,
      until_at: until,
      source,
      order_id: orderId,
      created_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, from, until };
}

/**
 * Ends the right that an order gave, as of now; one that has yet to begin never does. What was to begin when it ends
 * begins so much earlier: nobody waits for days that they gave back. For refunds.
 */
export async function endRightOfOrder(trx: Db, services: Pick<Services, "clock">, orderId: number): Promise<void> {
  const now = nowIso(services);
  const right = await trx
    .selectFrom("zhiku_rights")
    .select(["id", "user_id", "category_id", "from_at", "until_at"])
    .where("order_id", "=", orderId)
    .where("until_at", ">", now)
    .executeTakeFirst();
  if (!right) return;
  await trx.updateTable("zhiku_rights").set({ until_at: now }).where("id", "=", right.id).execute();
  const unused = Date.parse(right.until_at) - Math.max(Date.parse(now), Date.parse(right.from_at));
  const following = await trx
    .selectFrom("zhiku_rights")
    .select(["id", "from_at", "until_at"])
    .where("user_id", "=", right.user_id)
    .where("category_id", right.category_id === null ? "is" : "=", right.category_id)
    .where("from_at", ">=", right.until_at)
    .execute();
  const earlier = (at: string) => new Date(Date.parse(at) - unused).toISOString();
  for (const { id, from_at, until_at } of following) {
    const moved = { from_at: earlier(from_at), until_at: earlier(until_at) };
    await trx.updateTable("zhiku_rights").set(moved).where("id", "=", id).execute();
  }
}

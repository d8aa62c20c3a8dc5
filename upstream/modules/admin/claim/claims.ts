import type { Claim, Queue } from "#app/contract/admin/claim";
import { chinaMinute } from "#app/contract/text/china-minute";
import { MINUTE } from "#runtime/time-units";
import { isoIn, nowIso, type StaffCall } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";

/** Duration of a claim; whoever continues renews it. */
export const CLAIMED_FOR = 10 * MINUTE;

type Asking = Pick<StaffCall, "viewer" | "clock">;
type QueueItem = { queue: Queue; target: string | number };

/** Active claims on items of a queue, by target; one statement. */
export async function claimsOn(
  db: Db,
  call: Asking,
  queue: Queue,
  targets: readonly (string | number)[],
): Promise<Map<string, Claim>> {
  if (targets.length === 0) return new Map();
  const rows = await db
    .selectFrom("claims as c")
    .innerJoin("users as u", "u.id", "c.user_id")
    .select(["c.target", "c.user_id", "c.until_at", "u.nickname"])
    .where("c.queue", "=", queue)
    .where("c.target", "in", targets.map(String))
    .where("c.until_at", ">", nowIso(call))
    .execute();
  return new Map(
    rows.map((row): [string, Claim] => [
      row.target,
      { by: row.nickname, mine: row.user_id === call.viewer.userId, until: row.until_at },
    ]),
  );
}

/** Active claim on one item; null if unclaimed. */
export const claimOn = async (db: Db, call: Asking, { queue, target }: QueueItem): Promise<Claim | null> =>
  (await claimsOn(db, call, queue, [target])).get(String(target)) ?? null;

/**
 * Claims an item for some minutes, and releases the member's other claim in the same queue. It does not change the item
 * and is not logged.
 * @throws BusinessError CONFLICT if somebody else has claimed it and it is not taken over
 */
export async function claimThing(
  call: StaffCall,
  { queue, target, takeOver }: QueueItem & { takeOver: boolean },
): Promise<Claim> {
  const { userId } = call.viewer;
  const now = nowIso(call);
  const until_at = isoIn(call, CLAIMED_FOR);
  return transact(call.db, async (trx) => {
    await trx.deleteFrom("claims").where("queue", "=", queue).where("user_id", "=", userId).execute();
    const mine = await trx
      .insertInto("claims")
      .values({ queue, target: String(target), user_id: userId, until_at })
      .onConflict((conflict) => {
        const taken = conflict.columns(["queue", "target"]).doUpdateSet({ user_id: userId, until_at });
        return takeOver ? taken : taken.where("claims.until_at", "<=", now);
      })
      .returning("target")
      .executeTakeFirst();
    if (!mine) await refuseClaimed(trx, call, { queue, target });
    return { by: "", mine: true, until: until_at };
  });
}

/** Refuses an item claimed by somebody else. @throws BusinessError CONFLICT, with the claimer and the time */
export async function refuseClaimed(trx: Db, call: Asking, place: QueueItem): Promise<void> {
  const claim = await claimOn(trx, call, place);
  if (!claim || claim.mine) return;
  throw new BusinessError("CONFLICT", `${claim.by}正在处理（到 ${chinaMinute(claim.until)}），要处理请先打开它接手`);
}

/** A claim as logged with the decision that ended it. */
export type EndedClaim = { userId: number; until: string };

/** Releases the claim on an item after a decision. @returns it, to restore it if the decision is undone */
export async function endClaim(trx: Db, { queue, target }: QueueItem): Promise<EndedClaim | null> {
  const ended = await trx
    .deleteFrom("claims")
    .where("queue", "=", queue)
    .where("target", "=", String(target))
    .returning(["user_id", "until_at"])
    .executeTakeFirst();
  return ended ? { userId: ended.user_id, until: ended.until_at } : null;
}

/** Restores a claim after an undone decision, unless it has expired, or its owner has another claim by now. */
export async function claimAgain(
  trx: Db,
  call: Asking,
  { queue, target }: QueueItem,
  ended: EndedClaim | null | undefined,
): Promise<void> {
  if (!ended || ended.until <= nowIso(call)) return;
  await trx
    .insertInto("claims")
    .values({ queue, target: String(target), user_id: ended.userId, until_at: ended.until })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

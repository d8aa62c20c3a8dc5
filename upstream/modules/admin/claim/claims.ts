import type { Claim, Queue } from "#app/contract/admin/claim";
import { MINUTE } from "#runtime/time-units";
import { nowIso, type StaffCall } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { chinaMinute } from "#upstream/text/china-time";

/** Time for which a thing is somebody's; who goes on with it claims it again. */
export const CLAIMED_FOR = 10 * MINUTE;

type Asking = Pick<StaffCall, "viewer" | "clock">;
type Place = { queue: Queue; target: string | number };

/** Claims in force on things of a queue, by their targets; one statement. */
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

/** The claim on one thing; null where it is nobody's. */
export const claimOn = async (db: Db, call: Asking, { queue, target }: Place): Promise<Claim | null> =>
  (await claimsOn(db, call, queue, [target])).get(String(target)) ?? null;

/**
 * Makes a thing somebody's for some minutes, in place of what of the same queue was theirs. It is no change of the thing, and in no log.
 * @throws BusinessError CONFLICT where it is somebody else's, and is not taken over
 */
export async function claimThing(
  call: StaffCall,
  { queue, target, takeOver }: Place & { takeOver: boolean },
): Promise<Claim> {
  const { userId } = call.viewer;
  const now = nowIso(call);
  const until_at = new Date(call.clock().getTime() + CLAIMED_FOR).toISOString();
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

/** @throws BusinessError CONFLICT where a thing is somebody else's, in words that say whose, and until when */
export async function refuseClaimed(trx: Db, call: Asking, place: Place): Promise<void> {
  const claim = await claimOn(trx, call, place);
  if (!claim || claim.mine) return;
  throw new BusinessError("CONFLICT", `${claim.by}正在处理（到 ${chinaMinute(claim.until)}），要处理请先打开它接手`);
}

/** A claim as the log keeps it beside the decision that ended it. */
export type EndedClaim = { userId: number; until: string };

/** Ends the claim on a thing that is decided on. @returns it, for who takes the decision back */
export async function endClaim(trx: Db, { queue, target }: Place): Promise<EndedClaim | null> {
  const ended = await trx
    .deleteFrom("claims")
    .where("queue", "=", queue)
    .where("target", "=", String(target))
    .returning(["user_id", "until_at"])
    .executeTakeFirst();
  return ended ? { userId: ended.user_id, until: ended.until_at } : null;
}

/** A thing whose decision is taken back is whose it was, unless that has run out, or they have another one by now. */
export async function claimAgain(
  trx: Db,
  call: Asking,
  { queue, target }: Place,
  ended: EndedClaim | null | undefined,
): Promise<void> {
  if (!ended || ended.until <= nowIso(call)) return;
  await trx
    .insertInto("claims")
    .values({ queue, target: String(target), user_id: ended.userId, until_at: ended.until })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

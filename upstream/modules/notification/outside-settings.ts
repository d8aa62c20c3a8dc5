import {
  OUTSIDE_CHANNELS,
  OUTSIDE_SORTS,
  type OutsideChannel,
  type OutsideSort,
} from "#app/contract/notification-channels";
import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import type { OutsideTurn } from "#upstream/db/schema/outside-turns";

type Outside = { [Channel in OutsideChannel]?: OutsideSort[] | undefined };

/** Channels outside the site that its operator has set up. */
export const channelsOf = ({ mail }: Pick<Services, "mail">): OutsideChannel[] =>
  OUTSIDE_CHANNELS.filter((channel) => ({ mail: mail !== null })[channel]);

/** Sorts that somebody wants by each channel of the site. */
export async function outsideOf(db: Db, services: Pick<Services, "mail">, userId: number): Promise<Outside> {
  const rows = await db.selectFrom("outside_sorts").select(["channel", "sort"]).where("user_id", "=", userId).execute();
  const wanted = channelsOf(services).map((channel) => [
    channel,
    OUTSIDE_SORTS.filter((sort) => rows.some((row) => row.channel === channel && row.sort === sort)),
  ]);
  return Object.fromEntries(wanted) as Outside;
}

/** Channels by which somebody can be reached now. */
export async function reachedBy(db: Db, userId: number): Promise<OutsideChannel[]> {
  const address = await db
    .selectFrom("mail_addresses")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("stopped_at", "is", null)
    .executeTakeFirst();
  return address ? ["mail"] : [];
}

/** Whether somebody has asked for the letter of each Monday. */
export async function wantsWeekly(db: Db, userId: number): Promise<boolean> {
  const turn = db.selectFrom("outside_turns").select("user_id").where("user_id", "=", userId);
  return (await turn.where("channel", "=", "weekly").executeTakeFirst()) !== undefined;
}

/** Asks for the letter of each Monday, from the next one on, or does without. */
export async function wantWeekly(
  trx: Db,
  services: Pick<Services, "clock">,
  { userId, on }: { userId: number; on: boolean },
): Promise<void> {
  if (on) await addTurn(trx, services, { userId, channel: "weekly" });
  else await trx.deleteFrom("outside_turns").where("user_id", "=", userId).where("channel", "=", "weekly").execute();
}

/** A turn begins with what is done from now on; one that is there goes on. */
async function addTurn(
  trx: Db,
  services: Pick<Services, "clock">,
  { userId, channel }: { userId: number; channel: OutsideTurn },
): Promise<void> {
  const now = nowIso(services);
  await trx
    .insertInto("outside_turns")
    .values({ user_id: userId, channel, told_until: now, next_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Sets what somebody wants by a channel. Who wants nothing has no turn; a new turn begins with what is done from now on. */
export async function wantOutside(
  trx: Db,
  services: Pick<Services, "clock">,
  { userId, channel, sorts }: { userId: number; channel: OutsideChannel; sorts: readonly OutsideSort[] },
): Promise<void> {
  await trx.deleteFrom("outside_sorts").where("user_id", "=", userId).where("channel", "=", channel).execute();
  if (sorts.length === 0) {
    await trx.deleteFrom("outside_turns").where("user_id", "=", userId).where("channel", "=", channel).execute();
    return;
  }
  await trx
    .insertInto("outside_sorts")
    .values([...new Set(sorts)].map((sort) => ({ user_id: userId, channel, sort })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await addTurn(trx, services, { userId, channel });
}

import { sql } from "kysely";
import {
  OUTSIDE_CHANNELS,
  OUTSIDE_SORTS,
  type OutsideChannel,
  type OutsideSort,
} from "#app/contract/notification-channels";
import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import type { OutsideTurn } from "#upstream/db/schema/outside-turns";
import { CHANNELS, type ChannelServices } from "./channels";
import { firstTurnAt } from "./turns";

type Outside = { [Channel in OutsideChannel]?: OutsideSort[] | undefined };

/** Channels outside the site that its operator has set up. */
const channelsOf = (services: ChannelServices): OutsideChannel[] =>
  OUTSIDE_CHANNELS.filter((channel) => CHANNELS[channel].isHere(services));

/** Sorts that somebody wants by each channel of the site. */
export async function outsideOf(db: Db, services: ChannelServices, userId: number): Promise<Outside> {
  const rows = await db.selectFrom("outside_sorts").select(["channel", "sort"]).where("user_id", "=", userId).execute();
  const wanted = channelsOf(services).map((channel) => [
    channel,
    OUTSIDE_SORTS.filter((sort) => rows.some((row) => row.channel === channel && row.sort === sort)),
  ]);
  return Object.fromEntries(wanted) as Outside;
}

/** Channels by which somebody can be reached now, and those by which they could until something came back. */
export async function reachOf(
  db: Db,
  services: ChannelServices,
  userId: number,
): Promise<{ reached: OutsideChannel[]; stopped: OutsideChannel[] }> {
  const reached: OutsideChannel[] = [];
  const stopped: OutsideChannel[] = [];
  for (const channel of channelsOf(services)) {
    const { rows } = await sql<{ stopped_at: string | null }>`select a.stopped_at from
      ${CHANNELS[channel].addresses(services)} a where a.user_id = ${userId}`.execute(db);
    if (rows[0]) (rows[0].stopped_at === null ? reached : stopped).push(channel);
  }
  return { reached, stopped };
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
  const next = channel === "weekly" ? now : await firstTurnAt(trx, services, userId);
  await trx
    .insertInto("outside_turns")
    .values({ user_id: userId, channel, told_until: now, next_at: next })
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

/** Begins a channel anew at another address: nobody is told there of what was done while there was none. */
export async function beginAnew(
  trx: Db,
  services: Pick<Services, "clock">,
  { userId, channel }: { userId: number; channel: OutsideChannel },
): Promise<void> {
  await trx
    .updateTable("outside_turns")
    .set({ told_until: nowIso(services) })
    .where("user_id", "=", userId)
    .where("channel", "=", channel)
    .execute();
}

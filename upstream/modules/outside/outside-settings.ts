import { sql } from "kysely";
import {
  OUTSIDE_CHANNELS,
  OUTSIDE_SORTS,
  type OutsideChannel,
  type OutsideSort,
} from "#app/contract/notification/channels";
import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import type { OutsideTurn } from "#upstream/db/schema/outside-turns";
import { CHANNELS, type ChannelServices } from "./channels";
import { firstTurnAt } from "./turns";

type Outside = { [Channel in OutsideChannel]?: OutsideSort[] | undefined };

/** External channels that are set up. */
const channelsOf = (services: ChannelServices): OutsideChannel[] =>
  OUTSIDE_CHANNELS.filter((channel) => CHANNELS[channel].isHere(services));

/** Sorts that somebody wants by each of the site's channels. */
export async function outsideOf(db: Db, services: ChannelServices, userId: number): Promise<Outside> {
  const rows = await db.selectFrom("outside_sorts").select(["channel", "sort"]).where("user_id", "=", userId).execute();
  const wanted = channelsOf(services).map((channel) => [
    channel,
    OUTSIDE_SORTS.filter((sort) => rows.some((row) => row.channel === channel && row.sort === sort)),
  ]);
  return Object.fromEntries(wanted) as Outside;
}

/** Channels that reach somebody now, and those that stopped doing so. */
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

/** Whether somebody has subscribed to the weekly letter. */
export async function wantsWeekly(db: Db, userId: number): Promise<boolean> {
  const turn = db.selectFrom("outside_turns").select("user_id").where("user_id", "=", userId);
  return (await turn.where("channel", "=", "weekly").executeTakeFirst()) !== undefined;
}

/** Subscribes to the weekly letter, from the next one on, or unsubscribes. */
export async function wantWeekly(
  trx: Db,
  services: Pick<Services, "clock">,
  { userId, on }: { userId: number; on: boolean },
): Promise<void> {
  if (on) await addTurn(trx, services, { userId, channel: "weekly" });
  else await trx.deleteFrom("outside_turns").where("user_id", "=", userId).where("channel", "=", "weekly").execute();
}

/** A new turn starts with events from now on; an existing one continues. */
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

/**
 * Sets what somebody wants by a channel. Without any sort there is no turn; a new turn starts with events from now on.
 */
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

/** Restarts a channel for another address, without reporting what happened meanwhile. */
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

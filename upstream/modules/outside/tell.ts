import { setImmediate as letOthers, setTimeout as wait } from "node:timers/promises";
import { OUTSIDE_CHANNELS, type OutsideChannel } from "#app/contract/notification-channels";
import { MINUTE } from "#runtime/time-units";
import { nowIso, type Services } from "#upstream/call/context";
import { CHANNELS } from "./channels";
import { FAILURES_MAX, sendTurn } from "./send-turn";
import { dueTurns, endTurn, type Turn, takeTurn } from "./turns";
import { untoldOf } from "./unread";

/** Members that are looked at in one statement, and milliseconds that others have before the next. */
const STEP = 500;
const PAUSE = 20;
/** Milliseconds that somebody has to see it on the site before it goes out; what is done in a burst is one message. */
const QUIET = 5 * MINUTE;

/**
 * Tells each member who wants it what they have not seen yet: one message an hour at most, by whichever of their channels,
 * of what is unread and can still be seen. Several processes may do it at once: each turn is taken by one.
 * @param quiet milliseconds that it waits for its reader on the site
 */
export async function tellOutside(services: Services, quiet = QUIET): Promise<void> {
  for (const channel of OUTSIDE_CHANNELS) await tellBy(services, channel, quiet);
}

async function tellBy(services: Services, name: OutsideChannel, quiet: number): Promise<void> {
  const channel = CHANNELS[name];
  if (!channel.isHere(services)) return;
  const addresses = channel.addresses(services);
  let failed = 0;
  for (let after = 0; ; ) {
    const now = nowIso(services);
    const until = new Date(services.clock().getTime() - quiet).toISOString();
    const turns = await dueTurns(services.db, { channel: name, addresses, after, limit: STEP, now, until });
    for (const turn of turns) {
      // The count comes from the database as it counts.
      if (Number(turn.waiting) === 0) continue;
      if (failed === FAILURES_MAX || channel.isSpent(services)) return;
      await letOthers();
      failed = (await tellOne(services, { ...turn, channel: name }, until)) === "failed" ? failed + 1 : 0;
    }
    const last = turns.at(-1);
    if (!last || turns.length < STEP) return;
    after = last.user_id;
    await wait(PAUSE);
  }
}

async function tellOne(
  services: Services,
  due: Turn & { channel: OutsideChannel },
  until: string,
): Promise<"told" | "nothing" | "failed"> {
  const { db } = services;
  const turn = await takeTurn(services, due);
  if (!turn) return "nothing";
  const { channel } = due;
  const { user_id: userId, told_until: after } = turn;
  const wanted = await db
    .selectFrom("outside_sorts")
    .select("sort")
    .where("user_id", "=", userId)
    .where("channel", "=", channel)
    .execute();
  const sorts = wanted.map(({ sort }) => sort);
  const untold = await untoldOf(db, { userId, sorts, after, until, now: nowIso(services) });
  if (untold.entries.length === 0) {
    await endTurn(services, turn, { until, told: false });
    return "nothing";
  }
  const told = { turn, untold, occasion: `news/${userId}/${after}` };
  return sendTurn(services, turn, { send: () => CHANNELS[channel].send(services, told), until });
}

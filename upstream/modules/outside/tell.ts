import { setImmediate as letOthers, setTimeout as wait } from "node:timers/promises";
import { OUTSIDE_CHANNELS, type OutsideChannel } from "#app/contract/notification/channels";
import { MINUTE } from "#runtime/time-units";
import { isoAgo, nowIso, type Services } from "#upstream/call/context";
import { CHANNELS } from "./channels";
import { FAILURES_MAX, sendTurn } from "./send-turn";
import { dueTurns, endTurn, type Turn, takeTurn } from "./turns";
import { untoldOf } from "./unread";

/** Members per statement, and milliseconds of pause before the next. */
const STEP = 500;
const PAUSE = 20;
/** Milliseconds for which a notification waits to be seen on the site; also batches bursts. */
const QUIET = 5 * MINUTE;

/**
 * Sends each member who wants it what they have not seen: at most one message an hour, by any of their channels, with
 * unread and still visible notifications. May run in several processes: each turn is taken by one.
 * @param quiet milliseconds to wait for the reader on the site
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
    const until = isoAgo(services, quiet);
    const turns = await dueTurns(services.db, { channel: name, addresses, after, limit: STEP, now, until });
    for (const turn of turns) {
      // A database count may arrive as text.
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

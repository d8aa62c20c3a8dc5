import { setImmediate as letOthers, setTimeout as wait } from "node:timers/promises";
import { MINUTE } from "#runtime/time-units";
import { nowIso, type Services } from "#upstream/call/context";
import { notificationLetter } from "./notification-letter";
import { FAILURES_MAX, sendTurn } from "./send-turn";
import { dueTurns, endTurn, type Turn, takeTurn } from "./turns";
import { untoldOf } from "./unread";

/** Members that are looked at in one statement, and milliseconds that others have before the next. */
const STEP = 500;
const PAUSE = 20;
/** Milliseconds that somebody has to see it on the site before it goes out; what is done in a burst is one letter. */
const QUIET = 5 * MINUTE;

/**
 * Writes to each member who wants it what they have not seen yet: one letter an hour at most, of what is unread and can
 * still be seen. Several processes may do it at once: each turn is taken by one.
 * @param quiet milliseconds that it waits for its reader on the site
 */
export async function tellOutside(services: Services, quiet = QUIET): Promise<void> {
  if (!services.mail) return;
  let failed = 0;
  for (let after = 0; ; ) {
    const now = nowIso(services);
    const until = new Date(services.clock().getTime() - quiet).toISOString();
    const turns = await dueTurns(services.db, { after, limit: STEP, now, until });
    for (const turn of turns) {
      // The count comes from the database as it counts.
      if (Number(turn.waiting) === 0) continue;
      await letOthers();
      failed = (await tellOne(services, turn, until)) === "failed" ? failed + 1 : 0;
      if (failed === FAILURES_MAX) return;
    }
    const last = turns.at(-1);
    if (!last || turns.length < STEP) return;
    after = last.user_id;
    await wait(PAUSE);
  }
}

async function tellOne(services: Services, turn: Turn, until: string): Promise<"told" | "nothing" | "failed"> {
  const { db } = services;
  if (!(await takeTurn(services, turn))) return "nothing";
  const { user_id: userId, address: to, told_until: after } = turn;
  const wanted = await db
    .selectFrom("outside_sorts")
    .select("sort")
    .where("user_id", "=", userId)
    .where("channel", "=", "mail")
    .execute();
  const sorts = wanted.map(({ sort }) => sort);
  const untold = await untoldOf(db, { userId, sorts, after, until, now: nowIso(services) });
  if (untold.entries.length === 0) {
    await endTurn(db, services, turn, { until, told: false });
    return "nothing";
  }
  const letter = await notificationLetter(services, { to, userId, untold, occasion: `news/${userId}/${after}` });
  return sendTurn(services, turn, { letter, until });
}

import { setImmediate as letOthers, setTimeout as wait } from "node:timers/promises";
import { DAY, HOUR } from "#runtime/time-units";
import { nowIso, type Services } from "#upstream/call/context";
import { chinaDayStart, chinaTime } from "#upstream/text/china-time";
import { FAILURES_MAX, sendTurn } from "./send-turn";
import { dueWeekly, endTurn, type TakenTurn, takeTurn } from "./turns";
import { followedBy, pickFor, textsOfWeek } from "./week";
import { weeklyLetter } from "./weekly-letter";

/** Members per step, and milliseconds of pause before the next. */
const STEP = 100;
const PAUSE = 50;
/** Time window after the start of Monday, in milliseconds, in which letters are sent. */
const BEGINS = 8 * HOUR;
const ENDS = 2 * DAY;
const WEEK = 7 * DAY;

/** Sends the previous week's letter, from Monday 08:00 China time until the end of Tuesday. */
export async function sendMondaysLetter(services: Services): Promise<void> {
  const now = services.clock();
  const today = chinaTime(now).slice(0, 10);
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = new Date(chinaDayStart(today, -weekday));
  const into = now.getTime() - monday.getTime();
  if (into >= BEGINS && into < ENDS) await sendWeekly(services, monday);
}

/**
 * Sends the letter of the week up to a time to every subscriber who has not had it, once each, by whichever process
 * takes their turn. The week is read for each step, because texts are removed and accounts closed while letters go out.
 */
export async function sendWeekly(services: Services, until: Date): Promise<void> {
  if (!services.mail) return;
  let failed = 0;
  for (let after = 0; ; ) {
    const wanted = { after, limit: STEP, now: nowIso(services), monday: until.toISOString() };
    const turns = await dueWeekly(services.db, wanted);
    const last = turns.at(-1);
    if (!last) return;
    const since = new Date(until.getTime() - WEEK).toISOString();
    const week = await textsOfWeek(services, { since, until: until.toISOString() });
    const followed = await followedBy(
      services.db,
      turns.map(({ user_id }) => user_id),
    );
    for (const due of turns) {
      const turn = await takeTurn(services, due);
      if (!turn) continue;
      // SQLite answers synchronously: yield between letters.
      await letOthers();
      const picked = pickFor(week, followed(turn.user_id), turn.user_id);
      failed = (await sendOne(services, turn, { picked, until })) === "failed" ? failed + 1 : 0;
      if (failed === FAILURES_MAX) return;
    }
    if (turns.length < STEP) return;
    after = last.user_id;
    await wait(PAUSE);
  }
}

async function sendOne(
  services: Services,
  turn: TakenTurn,
  { picked, until }: { picked: ReturnType<typeof pickFor>; until: Date },
): Promise<"told" | "nothing" | "failed"> {
  const told = until.toISOString();
  if (picked.length === 0) {
    await endTurn(services, turn, { until: told, told: false });
    return "nothing";
  }
  const { user_id: userId, address: to } = turn;
  const occasion = `weekly/${userId}/${told}`;
  const letter = await weeklyLetter(services, { to, userId, picked, occasion });
  return sendTurn(services, turn, { send: async () => services.mail?.send(letter), until: told });
}

import { sql } from "kysely";
import { HOUR, MINUTE } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import type { OutsideTurn } from "#upstream/db/schema/outside-turns";

/** Milliseconds between two messages to one person by one channel. */
const PAUSE = HOUR;
/** Milliseconds that a turn is somebody's: who dies in it loses it by then, and the message may come twice. */
const LEASE = 10 * MINUTE;
/** Milliseconds after the first failure; they double with each, up to half a day. */
const FIRST_RETRY = 5 * MINUTE;
const RETRY_MAX = 12 * HOUR;

/** Turn of a member whose letters go to `address`. */
export type Turn = {
  channel: OutsideTurn;
  user_id: number;
  told_until: string;
  next_at: string;
  failures: number;
  address: string;
};
type Due = Turn & { waiting: number };

/**
 * So many members behind `after` whose turn it may be, each with whether something unread waits for them that was done
 * until then: one step in an index for each.
 */
export async function dueTurns(
  db: Db,
  { after, limit, now, until }: { after: number; limit: number; now: string; until: string },
): Promise<Due[]> {
  const { rows } = await sql<Due>`select t.channel, t.user_id, t.told_until, t.next_at, t.failures, a.address,
      case when exists (select 1 from news n where n.user_id = t.user_id and n.hidden_at is null and n.read_at is null
          and n.visible_at > t.told_until and n.visible_at <= ${now} and n.created_at > t.told_until
          and n.created_at <= ${until})
        or exists (select 1 from messages m join users u on u.id = t.user_id where m.audience = 'all' and m.state = 'sent'
          and m.sent_no > u.broadcast_read and m.sent_at > t.told_until and m.sent_at <= ${until})
        then 1 else 0 end as waiting
    from outside_turns t join mail_addresses a on a.user_id = t.user_id and a.stopped_at is null
    where t.channel = 'mail' and t.user_id > ${after} and t.next_at <= ${now}
    order by t.user_id limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, user_id: Number(row.user_id) }));
}

/** So many members behind `after` who are to get the letter of a week: those who asked before its Monday, and have not had it. */
export async function dueWeekly(
  db: Db,
  { after, limit, now, monday }: { after: number; limit: number; now: string; monday: string },
): Promise<Turn[]> {
  const rows = await db
    .selectFrom("outside_turns as t")
    .innerJoin("mail_addresses as a", "a.user_id", "t.user_id")
    .select(["t.channel", "t.user_id", "t.told_until", "t.next_at", "t.failures", "a.address"])
    .where("a.stopped_at", "is", null)
    .where("t.channel", "=", "weekly")
    .where("t.user_id", ">", after)
    .where("t.next_at", "<=", now)
    .where("t.told_until", "<", monday)
    .orderBy("t.user_id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, user_id: Number(row.user_id) }));
}

const ofTurn = (db: Db, { channel, user_id }: Pick<Turn, "channel" | "user_id">) =>
  db.updateTable("outside_turns").where("channel", "=", channel).where("user_id", "=", user_id);

/** Takes a turn for this process, as long as nobody else has. @returns whether it is ours */
export async function takeTurn({ db, clock }: Services, turn: Turn): Promise<boolean> {
  const until = new Date(clock().getTime() + LEASE).toISOString();
  const taken = ofTurn(db, turn).set({ next_at: until }).where("next_at", "=", turn.next_at);
  return (await taken.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Ends a turn: they were told until then, by a message or because there was nothing to say. */
export async function endTurn(
  db: Db,
  { clock }: Pick<Services, "clock">,
  turn: Turn,
  { until, told }: { until: string; told: boolean },
): Promise<void> {
  const next = new Date(clock().getTime() + (told ? PAUSE : 0)).toISOString();
  await ofTurn(db, turn).set({ told_until: until, next_at: next, failures: 0 }).execute();
}

/** Ends a turn in which the message did not go out: it is tried again later, and later with each failure. */
export async function putTurnOff({ db, clock }: Services, turn: Turn): Promise<void> {
  const wait = Math.min(FIRST_RETRY * 2 ** turn.failures, RETRY_MAX);
  const next = new Date(clock().getTime() + wait).toISOString();
  await ofTurn(db, turn).set({ next_at: next, failures: sql`failures + 1` }).execute();
}

/** Number of members who wait for a message that failed. */
export async function countPutOff(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom("outside_turns")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("failures", ">", 0)
    .executeTakeFirstOrThrow();
  return Number(total);
}

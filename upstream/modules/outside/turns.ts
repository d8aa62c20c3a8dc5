import { type RawBuilder, sql } from "kysely";
import { OUTSIDE_CHANNELS, type OutsideChannel } from "#app/contract/notification/channels";
import { HOUR, MINUTE } from "#runtime/time-units";
import { isoIn, nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import type { OutsideTurn } from "#upstream/db/schema/outside-turns";

/** Milliseconds between two messages to one person, by any channel except the weekly letter. */
const PAUSE = HOUR;
/** Milliseconds of a process's lease on a turn. If the process dies, the message may be sent twice. */
const LEASE = 10 * MINUTE;
/** Milliseconds after the first failure; doubles with each, up to half a day. */
const FIRST_RETRY = 5 * MINUTE;
const RETRY_MAX = 12 * HOUR;

/** Turn of a member whose address on the channel is `address`. */
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
 * Turn held by this process. `leaseEnd` is the `next_at` of its row and of all rows of the member taken with it: until
 * then nobody finds them due, and by it they are recognized when they are released.
 */
export type TakenTurn = Turn & { leaseEnd: string };

type DueQuery = {
  channel: OutsideChannel;
  /** SQL of the channel's addresses: `user_id`, `address`, `stopped_at`. */
  addresses: RawBuilder<unknown>;
  /** Id of the last member of the previous call; 0 at first. */
  after: number;
  limit: number;
  now: string;
  /** Time up to which unread notifications count. */
  until: string;
};

/**
 * The next members whose turn may be due, by id; `waiting` is 1 if anything is unread since their last message, else 0.
 * Takes a few index lookups for each.
 */
export async function dueTurns(db: Db, { channel, addresses, after, limit, now, until }: DueQuery): Promise<Due[]> {
  const { rows } = await sql<Due>`select t.channel, t.user_id, t.told_until, t.next_at, t.failures, a.address,
      case when exists (select 1 from news n where n.user_id = t.user_id and n.hidden_at is null and n.read_at is null
          and n.visible_at > t.told_until and n.visible_at <= ${now} and n.created_at > t.told_until
          and n.created_at <= ${until})
        or exists (select 1 from messages m join users u on u.id = t.user_id where m.audience = 'all' and m.state = 'sent'
          and m.sent_no > u.broadcast_read and m.sent_at > t.told_until and m.sent_at <= ${until})
        then 1 else 0 end as waiting
    from outside_turns t join ${addresses} a on a.user_id = t.user_id and a.stopped_at is null
    where t.channel = ${channel} and t.user_id > ${after} and t.next_at <= ${now}
    order by t.user_id limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, user_id: Number(row.user_id) }));
}

/** The next members after `after` who are due for a week's letter: subscribed before its Monday, and not sent yet. */
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

/**
 * Takes a turn for this process together with all other due turns of the member, so that one message is sent instead of
 * one per channel; one statement.
 * @returns null if another process has it
 */
export async function takeTurn(services: Services, turn: Turn): Promise<TakenTurn | null> {
  const { channel, told_until } = turn;
  const leaseEnd = isoIn(services, LEASE);
  const taken = await turnsWith(services.db, turn)
    .set({ next_at: leaseEnd })
    .where("next_at", "<=", nowIso(services))
    .returning(["channel", "told_until"])
    .execute();
  const own = taken.find((one) => one.channel === channel);
  if (own?.told_until === told_until) return { ...turn, leaseEnd };
  // Another process has ended this turn since it was read, and the others of the member may be due again.
  const release = turnsWith(services.db, turn).set({ next_at: nowIso(services) });
  if (taken.length > 0) await release.where("next_at", "=", leaseEnd).execute();
  return null;
}

/**
 * Ends a turn: everything up to a time was sent, or there was nothing to send. After a message, the member's other turns
 * pause as well.
 */
export function endTurn(
  services: Services,
  turn: TakenTurn,
  { until, told }: { until: string; told: boolean },
): Promise<void> {
  const next = isoIn(services, told ? PAUSE : 0);
  return updateTurns(services, turn, {
    own: { next_at: sql`${next}`, told_until: sql`${until}`, failures: sql`0` },
    others: told ? notBefore(next) : released(services, turn),
  });
}

/** Ends a turn whose message failed: it is retried later, and later with each failure. */
export function putTurnOff(services: Services, turn: TakenTurn): Promise<void> {
  const next = isoIn(services, Math.min(FIRST_RETRY * 2 ** turn.failures, RETRY_MAX));
  return updateTurns(services, turn, {
    own: { next_at: sql`${next}`, told_until: sql`told_until`, failures: sql`failures + 1` },
    others: released(services, turn),
  });
}

type TurnUpdate = {
  /** New values of the turn's own row. */
  own: { next_at: RawBuilder<string>; told_until: RawBuilder<string>; failures: RawBuilder<number> };
  /** New `next_at` of the member's other turns. */
  others: RawBuilder<string>;
};

/** Updates a taken turn and the member's other turns; one statement. */
async function updateTurns({ db }: Services, turn: TakenTurn, { own, others }: TurnUpdate): Promise<void> {
  const either = <T>(mine: RawBuilder<T>, theirs: RawBuilder<T>) =>
    sql<T>`case when channel = ${turn.channel} then ${mine} else ${theirs} end`;
  await turnsWith(db, turn)
    .set({
      next_at: either(own.next_at, others),
      told_until: either(own.told_until, sql`told_until`),
      failures: either(own.failures, sql`failures`),
    })
    .execute();
}

const notBefore = (time: string) => sql<string>`case when next_at < ${time} then ${time} else next_at end`;

/** SQL of the `next_at` of a turn that is due again if it was taken together with this one. */
const released = (services: Services, { leaseEnd }: TakenTurn) =>
  sql<string>`case when next_at = ${leaseEnd} then ${nowIso(services)} else next_at end`;

/** Turns of a member that are taken together: all notification channels; the weekly letter is separate. */
const turnsWith = (db: Db, { channel, user_id }: Turn) =>
  db
    .updateTable("outside_turns")
    .where("user_id", "=", user_id)
    .where("channel", "in", channel === "weekly" ? [channel] : OUTSIDE_CHANNELS);

/** Earliest time of a member's new turn: not within an hour of a message by another channel. */
export async function firstTurnAt(db: Db, services: Pick<Services, "clock">, userId: number): Promise<string> {
  const { last } = await db
    .selectFrom("outside_turns")
    .select((eb) => eb.fn.max("next_at").as("last"))
    .where("user_id", "=", userId)
    .where("channel", "in", OUTSIDE_CHANNELS)
    .executeTakeFirstOrThrow();
  const [now, pause] = [nowIso(services), isoIn(services, PAUSE)];
  if (!last || last < now) return now;
  return last < pause ? last : pause;
}

/** Number of members waiting for a failed message by these channels. */
export async function countPutOff(db: Db, channels: readonly OutsideTurn[]): Promise<number> {
  const { total } = await db
    .selectFrom("outside_turns")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("failures", ">", 0)
    .where("channel", "in", channels)
    .executeTakeFirstOrThrow();
  return Number(total);
}

import { type SqlBool, sql } from "kysely";
import type { NotificationKind } from "#app/contract/notification/notification";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";

/** Maximum number of latest events of a kind considered, for both the list and the badge. */
const EVENTS_MAX = 1000;
const KINDS = ["comment", "like", "collection_follow", "system"] as const satisfies readonly NotificationKind[];

const EVENT_COLUMNS = [
  "id",
  "verb",
  "actor_id",
  "target_kind",
  "target_id",
  "source_kind",
  "source_id",
  "group_key",
  "created_at",
  "read_at",
  "title",
  "excerpt",
  "path",
] as const;

/** Condition for events that can be seen at a time; written so that no index of coming ones is taken for it. */
const isVisible = (now: string) => sql<SqlBool>`coalesce(visible_at, '') <= ${now}`;

/**
 * Events of one kind that somebody can see at a time (ISO 8601), newest first. They are found in the index alone, lest
 * PostgreSQL walks everybody's backwards.
 */
export function visibleEvents(db: Db, userId: number, kind: NotificationKind, now: string) {
  const visible = db
    .selectFrom("news")
    .select("id")
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .where("hidden_at", "is", null)
    .where(isVisible(now))
    .orderBy("id", "desc")
    .limit(EVENTS_MAX);
  return db.selectFrom("news").select(EVENT_COLUMNS).where("id", "in", visible).orderBy("id", "desc").execute();
}

/**
 * Unread visible events of all kinds between two times (ISO 8601), newest first. A repeated reaction counts at its
 * first time.
 */
export function unreadBetween(
  db: Db,
  userId: number,
  { after, until, now }: { after: string; until: string; now: string },
): Promise<EventRow[]> {
  return db
    .selectFrom("news")
    .select(EVENT_COLUMNS)
    .where("user_id", "=", userId)
    .where("hidden_at", "is", null)
    .where("read_at", "is", null)
    .where("visible_at", ">", after)
    .where("visible_at", "<=", now)
    .where("created_at", ">", after)
    .where("created_at", "<=", until)
    .orderBy("id", "desc")
    .limit(EVENTS_MAX)
    .execute();
}

/** Row of a notification event. */
export type EventRow = Awaited<ReturnType<typeof visibleEvents>>[number];

/**
 * Groups events for the list: those with the same key that were read together, or are unread, form a group. Groups are
 * ordered by their newest event, which comes first in each.
 */
export function groupEvents(events: readonly EventRow[]): EventRow[][] {
  const groups = new Map<string, EventRow[]>();
  for (const event of events) {
    const key = `${event.read_at ?? ""} ${event.group_key}`;
    const group = groups.get(key);
    if (group) group.push(event);
    else groups.set(key, [event]);
  }
  return [...groups.values()];
}

type UnreadGroup = { kind: NotificationKind; group_key: string };
type AtTime = { userId: number; now: string };

/** Unread messages to everybody, with the columns of the unread count. */
const unreadBroadcasts = (userId: number) => sql`select 'system' as kind, 'broadcast/' || m.id as group_key
  from users u join messages m on m.audience = 'all' and m.state = 'sent'
    and m.sent_no > u.broadcast_read and m.sent_at >= u.created_at
  where u.id = ${userId}`;

/**
 * The next event of any kind that will become visible; only undoable ones are delayed, for seconds. So it is looked for
 * among all that are coming, rather than, as the plus prevents, among all that is unread.
 */
export const comingNotifications = (db: Db, { userId, now }: AtTime) =>
  db
    .selectFrom("news")
    .select("visible_at")
    .where(sql<SqlBool>`+user_id = ${userId}`)
    .where("hidden_at", "is", null)
    .where("read_at", "is", null)
    .where("visible_at", ">", now)
    .orderBy("visible_at")
    .limit(1);

const unreadGroups = compiledQuery((db, { userId, now }: AtTime) => {
  const unread = KINDS.map(
    (kind) => sql`select kind, group_key from (select kind, group_key from news
      where user_id = ${userId} and kind = ${sql.lit(kind)} and hidden_at is null and read_at is null and ${isVisible(now)}
      order by id desc limit ${sql.lit(EVENTS_MAX)}) as ${sql.ref(kind)}`,
  );
  const all = sql<UnreadGroup>`(${sql.join([...unread, unreadBroadcasts(userId)], sql` union all `)})`;
  return db
    .selectFrom(all.as("unread"))
    .select(["kind", (eb) => eb.fn.count<number>("group_key").distinct().as("total")])
    .select(sql<string | null>`cast(null as text)`.as("next_at"))
    .groupBy("kind")
    .unionAll(
      db.selectNoFrom([
        sql.lit<NotificationKind>("system").as("kind"),
        sql.lit(0).as("total"),
        comingNotifications(db, { userId, now }).as("next_at"),
      ]),
    );
});

/**
 * Number of unread groups in each list (see `groupEvents`), and the time at which the next event becomes visible; null
 * if none is pending. One statement.
 */
export async function countUnread(
  db: Db,
  userId: number,
  now: string,
): Promise<{ counts: Record<NotificationKind, number>; nextAt: string | null }> {
  const counts = { comment: 0, like: 0, collection_follow: 0, system: 0 };
  let nextAt: string | null = null;
  for (const { kind, total, next_at } of await unreadGroups(db, { userId, now })) {
    counts[kind] += Number(total);
    nextAt ??= next_at;
  }
  return { counts, nextAt };
}

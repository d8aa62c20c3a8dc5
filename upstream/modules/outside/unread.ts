import type { OutsideSort } from "#app/contract/notification/channels";
import type { NotificationEntry } from "#app/contract/notification/notification";
import type { Db } from "#upstream/db/dialect";
import { peopleById } from "#upstream/modules/author/people-by-id";
import { broadcastsTo } from "#upstream/modules/notification/broadcasts";
import { SORT_OF_VERB } from "#upstream/modules/notification/notify";
import { groupEvents, unreadBetween } from "#upstream/modules/notification/queries";
import { subjectsOf } from "#upstream/modules/notification/subjects";
import { ACTORS_SHOWN, actorsOf, notificationView } from "#upstream/modules/notification/view";

/** Maximum number of entries shown in a letter; the rest is counted. */
const SHOWN_MAX = 10;

/** Notifications that somebody wants externally and has not seen. */
export type Untold = {
  /** Number of events of each sort. */
  counts: Map<OutsideSort, number>;
  /** The newest of these notifications, as the site's lists show them. */
  entries: NotificationEntry[];
};

/** Notifications between two times that somebody wants, has not read and can still see. */
export async function untoldOf(
  db: Db,
  {
    userId,
    sorts,
    after,
    until,
    now,
  }: { userId: number; sorts: readonly OutsideSort[]; after: string; until: string; now: string },
): Promise<Untold> {
  const events = await unreadBetween(db, userId, { after, until, now });
  if (sorts.includes("system")) {
    const broadcasts = await broadcastsTo(db, userId);
    events.push(
      ...broadcasts.filter((one) => one.read_at === null && one.created_at > after && one.created_at <= until),
    );
  }
  const wanted = events.filter(({ verb }) => sorts.includes(SORT_OF_VERB[verb]));
  const counts = new Map<OutsideSort, number>();
  for (const { verb } of wanted) counts.set(SORT_OF_VERB[verb], (counts.get(SORT_OF_VERB[verb]) ?? 0) + 1);
  const shown = groupEvents(wanted).slice(0, SHOWN_MAX);
  const people = await peopleById(
    db,
    shown.flatMap((group) => actorsOf(group).slice(0, ACTORS_SHOWN)),
  );
  const subjects = await subjectsOf(
    db,
    shown.flatMap(([newest]) => newest ?? []),
  );
  return { counts, entries: shown.map((group) => notificationView(userId, group, people, subjects)) };
}

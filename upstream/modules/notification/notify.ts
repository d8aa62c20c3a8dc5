import { sql } from "kysely";
import type { OutsideSort } from "#app/contract/notification/channels";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import type { NotificationsTable } from "#upstream/db/schema/news";
import type { VersionKey } from "#upstream/db/versions";

type Verb = Exclude<NotificationsTable["verb"], "system">;

/** Milliseconds in which a reaction, or a decision of staff, can be undone before anybody is notified. */
export const UNDO_WINDOW = 10_000;

/** List in which notifications of a verb appear. */
export const KIND_OF_VERB: Record<NotificationsTable["verb"], NotificationsTable["kind"]> = {
  comment: "comment",
  reply: "comment",
  answer: "comment",
  mention: "comment",
  like: "like",
  vote: "like",
  accept: "like",
  favorite: "collection_follow",
  follow: "collection_follow",
  system: "system",
};
/** Verbs whose notifications are never grouped, because each has its own content. */
const SINGLE: readonly Verb[] = ["comment", "reply", "mention"];
/** Verbs that a second click undoes. */
const UNDOABLE_VERBS: readonly Verb[] = ["like", "vote", "favorite", "follow"];

/** Sort of a verb, for the receivers' settings. */
export const SORT_OF_VERB: Record<NotificationsTable["verb"], OutsideSort> = {
  comment: "comment",
  reply: "comment",
  answer: "answer",
  mention: "mention",
  like: "like",
  vote: "like",
  accept: "accept",
  favorite: "favorite",
  follow: "follow",
  system: "system",
};

/** Event to notify somebody of; the receiver is null for a case, which nobody wrote. */
export type NotificationEvent = {
  userId: number | null;
  verb: Verb;
  actorId: number;
  target: { kind: NotificationsTable["target_kind"]; id: number };
  source?: { kind: "comment" | "answer"; id: number };
};

/** Version key of a person's notifications. */
export const notificationsKey = (userId: number): VersionKey => `news/${userId}`;

/**
 * Notifies people within the transaction of the event, except of their own actions and of sorts they have turned off.
 * Repeating an undone action is the same notification.
 * @param once whether a person gets the first of their events that they want, and no other
 * @returns version keys to `bump`
 */
export async function notify(
  trx: Db,
  events: readonly NotificationEvent[],
  createdAt: string,
  { once = false } = {},
): Promise<VersionKey[]> {
  const meant = events.flatMap((event) =>
    event.userId === null || event.userId === event.actorId ? [] : [rowOf(event, event.userId, createdAt)],
  );
  const wanted = await wantedOf(trx, meant);
  const isFirst = (row: (typeof wanted)[number]) => wanted.find(({ user_id }) => user_id === row.user_id) === row;
  const rows = once ? wanted.filter(isFirst) : wanted;
  if (rows.length === 0) return [];
  await insertRows(trx, { cells: rows.flatMap((row) => COLUMNS.map((column) => row[column])) });
  return rows.map((row) => notificationsKey(row.user_id));
}

/** Inserts the rows made by `rowOf`, in order. */
const insertRows = compiledQuery<{ cells: readonly (string | number | null)[] }, [], never>((_db, { cells }) => {
  const rows = Array.from({ length: cells.length / COLUMNS.length }, (_, n) =>
    cells.slice(n * COLUMNS.length, (n + 1) * COLUMNS.length),
  );
  return sql`insert into news (${sql.join(COLUMNS.map((column) => sql.ref(column)))})
    values ${sql.join(rows.map((row) => sql`(${sql.join(row)})`))}
    on conflict (user_id, verb, actor_id, target_kind, target_id, source_kind, source_id) where verb != 'system'
    do update set hidden_at = null, visible_at = excluded.visible_at`;
});

const mutedOf = compiledQuery((db, { userIds }: { userIds: readonly number[] }) =>
  db.selectFrom("muted_notifications").select(["user_id", "sort"]).where("user_id", "in", userIds),
);

/** Rows whose sorts their receivers want. */
async function wantedOf<R extends { user_id: number; verb: Verb }>(trx: Db, rows: readonly R[]): Promise<R[]> {
  if (rows.length === 0) return [];
  const muted = await mutedOf(trx, { userIds: [...new Set(rows.map((row) => row.user_id))] });
  return rows.filter(
    ({ user_id, verb }) => !muted.some((one) => one.user_id === user_id && one.sort === SORT_OF_VERB[verb]),
  );
}

const COLUMNS = [
  ...(["user_id", "kind", "verb", "actor_id", "target_kind", "target_id", "source_kind", "source_id"] as const),
  ...(["group_key", "created_at", "visible_at", "read_at", "hidden_at"] as const),
] satisfies (keyof ReturnType<typeof rowOf>)[];

function rowOf({ verb, actorId, target, source }: NotificationEvent, userId: number, createdAt: string) {
  const subject = SINGLE.includes(verb) && source ? source : target;
  const visible = UNDOABLE_VERBS.includes(verb)
    ? new Date(Date.parse(createdAt) + UNDO_WINDOW).toISOString()
    : createdAt;
  return {
    user_id: userId,
    kind: KIND_OF_VERB[verb],
    verb,
    actor_id: actorId,
    target_kind: target.kind,
    target_id: target.id,
    source_kind: source?.kind ?? ("" as const),
    source_id: source?.id ?? 0,
    group_key: `${verb}/${subject.kind}/${subject.id}`,
    created_at: createdAt,
    visible_at: visible,
    read_at: null,
    hidden_at: null,
  };
}

/** Retracts notifications of reactions. @returns version keys to `bump` */
export async function retractNotifications(
  trx: Db,
  events: readonly NotificationEvent[],
  at: string,
): Promise<VersionKey[]> {
  const keys: VersionKey[] = [];
  for (const { userId, verb, actorId, target } of events) {
    if (userId === null || userId === actorId) continue;
    await trx
      .updateTable("news")
      .set({ hidden_at: at })
      .where("user_id", "=", userId)
      .where("verb", "=", verb)
      .where("actor_id", "=", actorId)
      .where("target_kind", "=", target.kind)
      .where("target_id", "=", target.id)
      .where("hidden_at", "is", null)
      .execute();
    keys.push(notificationsKey(userId));
  }
  return keys;
}

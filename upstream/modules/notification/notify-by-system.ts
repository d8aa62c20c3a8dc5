import { randomUUID } from "node:crypto";
import type { KindWith } from "#app/contract/kinds";
import { OUTSIDE_CHANNELS } from "#app/contract/notification/channels";
import { MINUTE } from "#runtime/time-units";
import type { Db } from "#upstream/db/dialect";
import { bump } from "#upstream/db/versions";
import { notificationsKey, UNDO_WINDOW } from "./notify";
import { type SystemMessage, systemWords } from "./system-message";

/**
 * Sends somebody a system notification: it is listed at `/notifications/system`, counts as unread, and shows in their
 * open tabs. Call it inside the transaction that it is about, so that both are committed or neither, and once per
 * event: calling it twice sends two. Closed accounts get none. `at` is the ISO 8601 time of the event
 * (`nowIso(services)`); one that is `undoable` stays invisible until `UNDO_WINDOW` is over.
 * @returns the key of the message for `takeBackMessage`; null if nobody was notified
 */
export async function notifyBySystem(
  trx: Db,
  { userId, message, at, undoable = false }: { userId: number; message: SystemMessage; at: string; undoable?: boolean },
): Promise<string | null> {
  const open = trx.selectFrom("users").select("id").where("id", "=", userId).where("deleted_at", "is", null);
  if (!(await open.executeTakeFirst())) return null;
  // Never grouped: two logins are two messages.
  const key = `system/${randomUUID()}`;
  const visibleAt = undoable ? new Date(Date.parse(at) + UNDO_WINDOW).toISOString() : at;
  await trx.insertInto("news").values(rowOf({ userId, key, message, at, visibleAt })).execute();
  await bump(trx, [notificationsKey(userId)]);
  return key;
}

/**
 * Milliseconds for which a message of recurring events keeps its place until a channel has told it. Longer than an
 * unread message waits before it is sent outside: with a new time at each event, one about a busy form would wait for
 * ever. Limited, because a channel may be off or its address unreachable.
 */
const MOVE_PAUSE = 10 * MINUTE;

type Again = {
  userIds: readonly number[];
  /** Shared by events that are reported in one message: `system/form/3`. */
  key: string;
  /** Message for the number of events since it was last read. */
  message: (times: number) => SystemMessage;
  at: string;
};

/**
 * Notifies of recurring events: until it is read, there is a single message with a count, at the position of the latest
 * event, or of an untold one within `MOVE_PAUSE` before it. It is unread from the latest event on, so that somebody who
 * reads everything that a list showed does not read what came after it. Closed accounts get none. Call it inside the
 * transaction that it is about, and serialize calls for the same key.
 */
export async function notifyBySystemAgain(trx: Db, { userIds, key, message, at }: Again): Promise<void> {
  if (userIds.length === 0) return;
  const open = await trx
    .selectFrom("users")
    .select("id")
    .where("id", "in", userIds)
    .where("deleted_at", "is", null)
    .execute();
  if (open.length === 0) return;
  const unread = await trx
    .deleteFrom("news")
    .where("user_id", "in", userIds)
    .where("kind", "=", "system")
    .where("group_key", "=", key)
    .where("hidden_at", "is", null)
    .where("read_at", "is", null)
    .returning(["user_id", "times", "created_at"])
    .execute();
  const recent = new Date(Date.parse(at) - MOVE_PAUSE).toISOString();
  const told = await lastToldTimes(trx, userIds);
  const rows = open.map(({ id: userId }) => {
    const before = unread.filter(({ user_id }) => user_id === userId);
    const times = 1 + Math.max(0, ...before.map((one) => Number(one.times)));
    const isWaiting = (since: string) => since > recent && since > (told.get(userId) ?? "");
    const since = before.find(({ created_at }) => isWaiting(created_at))?.created_at ?? at;
    return { ...rowOf({ userId, key, message: message(times), at: since, visibleAt: at }), times };
  });
  await trx.insertInto("news").values(rows).execute();
  await bump(trx, userIds.map(notificationsKey));
}

/** Times up to which people were told outside by any channel. */
async function lastToldTimes(db: Db, userIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom("outside_turns")
    .select((eb) => ["user_id", eb.fn.max("told_until").as("until")])
    .where("user_id", "in", userIds)
    .where("channel", "in", OUTSIDE_CHANNELS)
    .groupBy("user_id")
    .execute();
  return new Map(rows.map(({ user_id, until }) => [user_id, until]));
}

/** Deletes a message, read or not. @param key from `notifyBySystem`, or of recurring events */
export async function takeBackMessage(trx: Db, userId: number, key: string): Promise<void> {
  await trx.deleteFrom("news").where("user_id", "=", userId).where("group_key", "=", key).execute();
  await bump(trx, [notificationsKey(userId)]);
}

type Told = { userId: number; key: string; message: SystemMessage; at: string; visibleAt: string };

function rowOf({ userId, key, message, at, visibleAt }: Told) {
  const target = targetOf(message);
  return {
    user_id: userId,
    kind: "system" as const,
    verb: "system" as const,
    actor_id: 0,
    target_kind: target?.kind ?? ("page" as const),
    target_id: target?.id ?? 0,
    source_kind: "" as const,
    source_id: 0,
    group_key: key,
    created_at: at,
    visible_at: visibleAt,
    read_at: null,
    hidden_at: null,
    ...systemWords(message, { userId, at }),
  };
}

/** Thing that a message is about, and is hidden with; null for none. It is linked to if the message has no path. */
function targetOf(message: SystemMessage): { kind: KindWith<"notified">; id: number } | null {
  if (message.kind === "text-released") return { kind: message.written, id: message.id };
  if (message.kind === "proposal-sent" || message.kind === "proposal-taken" || message.kind === "proposal-declined")
    return { kind: message.written, id: message.item };
  return message.kind === "question-merged" ? { kind: "question", id: message.into } : null;
}

import { randomUUID } from "node:crypto";
import type { KindWith } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";
import { bump } from "#upstream/db/versions";
import { notificationsKey, UNDO_WINDOW } from "./notify";
import { type SystemMessage, wordsOf } from "./system-message";

/**
 * Tells somebody what the system itself has to say: it is listed at `/notifications/system`, counts as unread, and
 * shows in their open tabs. Call it inside the transaction that does what it tells of, so that neither is there without
 * the other, and once for each event: the same message told twice is two. Whose account is closed is told nothing.
 * @param told `at`: ISO 8601, when it happened (`nowIso(services)`); `undoable`: it may still be taken back, so nobody
 * hears of it until it can't (`UNDO_WINDOW`)
 * @returns the key of the message, by which `takeBackMessage` finds it; null when nobody was told
 */
export async function notifyBySystem(
  trx: Db,
  { userId, message, at, undoable = false }: { userId: number; message: SystemMessage; at: string; undoable?: boolean },
): Promise<string | null> {
  const open = trx.selectFrom("users").select("id").where("id", "=", userId).where("deleted_at", "is", null);
  if (!(await open.executeTakeFirst())) return null;
  // Each stands alone: two logins are two messages.
  const key = `system/${randomUUID()}`;
  const visibleAt = undoable ? new Date(Date.parse(at) + UNDO_WINDOW).toISOString() : at;
  await trx.insertInto("news").values(rowOf({ userId, key, message, at, visibleAt })).execute();
  await bump(trx, [notificationsKey(userId)]);
  return key;
}

type Again = {
  userIds: readonly number[];
  /** Same for whatever is told by one message: `system/form/3`. */
  key: string;
  /** Message for when it has come about so often since it was last read. */
  message: (times: number) => SystemMessage;
  at: string;
};

/**
 * Tells somebody what comes about again and again: while the message is not read, it is one, which says how often and
 * stands where the newest would. Call it inside the transaction that does what it tells of, and have those wait for each
 * other that tell of the same.
 */
export async function notifyBySystemAgain(trx: Db, { userIds, key, message, at }: Again): Promise<void> {
  if (userIds.length === 0) return;
  const unread = await trx
    .deleteFrom("news")
    .where("user_id", "in", userIds)
    .where("kind", "=", "system")
    .where("group_key", "=", key)
    .where("hidden_at", "is", null)
    .where("read_at", "is", null)
    .returning(["user_id", "times"])
    .execute();
  const rows = userIds.map((userId) => {
    const times = 1 + Math.max(0, ...unread.flatMap((one) => (one.user_id === userId ? [Number(one.times)] : [])));
    return { ...rowOf({ userId, key, message: message(times), at, visibleAt: at }), times };
  });
  await trx.insertInto("news").values(rows).execute();
  await bump(trx, userIds.map(notificationsKey));
}

/** Takes a message back, read or not, with what it told of. @param key as `notifyBySystem` gave it */
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
    ...wordsOf(message, userId, at),
  };
}

/** Thing that a message leads to by its number; null where it names a path, or nothing. */
function targetOf(message: SystemMessage): { kind: KindWith<"notified">; id: number } | null {
  if (message.kind === "text-released") return { kind: message.written, id: message.id };
  return message.kind === "question-merged" ? { kind: "question", id: message.into } : null;
}

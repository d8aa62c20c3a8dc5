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
  const target = targetOf(message);
  await trx
    .insertInto("news")
    .values({
      user_id: userId,
      kind: "system",
      verb: "system",
      actor_id: 0,
      target_kind: target?.kind ?? "page",
      target_id: target?.id ?? 0,
      source_kind: "",
      source_id: 0,
      group_key: key,
      created_at: at,
      visible_at: undoable ? new Date(Date.parse(at) + UNDO_WINDOW).toISOString() : at,
      read_at: null,
      hidden_at: null,
      ...wordsOf(message, userId, at),
    })
    .execute();
  await bump(trx, [notificationsKey(userId)]);
  return key;
}

/** Takes a message back, read or not, with what it told of. @param key as `notifyBySystem` gave it */
export async function takeBackMessage(trx: Db, userId: number, key: string): Promise<void> {
  await trx.deleteFrom("news").where("user_id", "=", userId).where("group_key", "=", key).execute();
  await bump(trx, [notificationsKey(userId)]);
}

/** Thing that a message leads to by its number; null where it names a path, or nothing. */
function targetOf(message: SystemMessage): { kind: KindWith<"notified">; id: number } | null {
  if (message.kind === "text-released") return { kind: message.written, id: message.id };
  return message.kind === "question-merged" ? { kind: "question", id: message.into } : null;
}

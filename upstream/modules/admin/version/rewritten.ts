import type { RevertedKind } from "#app/contract/admin/content/version";
import { nowIso, type StaffCall } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import { undo } from "#upstream/call/undo";
import type { Db } from "#upstream/db/dialect";
import { fromJson } from "#upstream/db/schema/columns";
import { STORED } from "#upstream/db/stored-kinds";
import type { AuthorNotification } from "#upstream/modules/admin/content/remove-and-notify";
import { thingAt } from "#upstream/modules/admin/content/things";
import { setHidden, type Withheld } from "#upstream/modules/content/text-versions";
import { notifyBySystem, takeBackMessage } from "#upstream/modules/notification/notify-by-system";
import { changedSince } from "#upstream/policy/changed-since";
import { writeAgain } from "./revert";

/** A text with version history. */
export type Versioned = { kind: RevertedKind; id: number };

/**
 * Version of a text before and after an edit by staff, as logged; `from` is the version whose fields were restored,
 * `withheld` are those in between, which are hidden from readers.
 */
export type Rewritten = { version: number; from?: number; told?: AuthorNotification[]; withheld?: Withheld[] };

/** Current version of a text. @throws BusinessError NOT_FOUND if there is no such text */
export async function presentVersion(db: Db, { kind, id }: Versioned): Promise<number> {
  const row = await db.selectFrom(STORED[kind].table).select("version").where("id", "=", id).executeTakeFirst();
  return found(row).version;
}

/** Notifies a text's author of what staff did and why, unless it was the author; cases have none. */
export async function notifyAuthor(
  trx: Db,
  call: StaffCall,
  { kind, id }: Versioned,
  { what, reason }: { what: "content-reverted" | "content-rewritten"; reason: string },
): Promise<AuthorNotification[]> {
  const { author_user_id: userId, name } = await thingAt(trx, { kind, id });
  if (userId === null || userId === call.viewer.userId || kind === "case") return [];
  const message = { kind: what, written: kind, name, reason };
  const key = await notifyBySystem(trx, { userId, message, at: nowIso(call) });
  return key === null ? [] : [{ userId, key }];
}

/** Undo of an edit: saves the previous version again, and withdraws the notification. */
export const undoRewritten = undo<Rewritten, Rewritten, RevertedKind>(async (trx, call, row) => {
  const place = { kind: row.kind, id: Number(row.target) };
  const { before: then, after: now } = row;
  if ((await presentVersion(trx, place)) !== now.version) {
    throw changedSince();
  }
  const stored = await trx
    .selectFrom("text_versions")
    .select("fields")
    .where("kind", "=", place.kind)
    .where("item_id", "=", place.id)
    .where("version", "=", then.version)
    .executeTakeFirst();
  await writeAgain(trx, call, { ...place, version: now.version, fields: fromJson(found(stored).fields) });
  for (const { version, before: by } of now.withheld ?? []) await setHidden(trx, { ...place, version }, by);
  for (const { userId, key } of now.told ?? []) await takeBackMessage(trx, userId, key);
});

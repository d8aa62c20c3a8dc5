import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { fromJson, toJson } from "#upstream/db/schema/columns";
import type { Called } from "#upstream/db/schema/comments";
import { bump } from "#upstream/db/versions";
import { findCalled, idsOf } from "#upstream/modules/notification/mentions";
import { notify } from "#upstream/modules/notification/notify";
import { findPageKey } from "./target";

type Correction = { id: number; version: number; authorId: number; text: string };

/** A comment for editing, whoever wrote it. @throws BusinessError NOT_FOUND if it is deleted */
export async function findEditedComment(db: Db, id: number) {
  const query = db
    .selectFrom("comments")
    .select(["id", "author_id", "text", "called", "version", "target_kind", "target_id", "reply_to_id", "parent_id"])
    .where("id", "=", id)
    .where("deleted_at", "is", null);
  return found(await query.executeTakeFirst());
}

/**
 * Edits a comment and notifies newly mentioned people; does nothing if the text is the same.
 * @throws BusinessError NOT_FOUND, FORBIDDEN if it is somebody else's, CONFLICT with the stored text as `data`
 */
export async function updateComment(
  trx: Db,
  services: Pick<Services, "clock">,
  { id, version, authorId, text }: Correction,
): Promise<{ id: number }> {
  const before = await findEditedComment(trx, id);
  if (before.author_id !== authorId) throw new BusinessError("FORBIDDEN");
  // Sent twice, or again after a lost reply.
  if (before.text === text) return { id };
  const at = nowIso(services);
  const called = await findCalled(trx, text);
  const changed = await trx
    .updateTable("comments")
    .set({ text, called: called.length > 0 ? toJson(called) : null, version: version + 1, edited_at: at })
    .where("id", "=", id)
    .where("version", "=", version)
    .where("deleted_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!changed) {
    const { text: stored, version: present } = await findEditedComment(trx, id);
    throw new BusinessError("CONFLICT", undefined, { id, text: stored, version: present });
  }
  const calledBefore = new Set(idsOf(before.called === null ? [] : fromJson<Called[]>(before.called)));
  const target = { kind: before.target_kind, id: before.target_id };
  const source = { kind: "comment" as const, id };
  const events = idsOf(called).flatMap((userId) =>
    calledBefore.has(userId) ? [] : [{ userId, verb: "mention" as const, actorId: authorId, target, source }],
  );
  const told = await notify(trx, events, at);
  await bump(trx, [await findPageKey(trx, before), ...told]);
  return { id };
}

import type { RemovableContent, SeenContent } from "#app/contract/admin/content/content";
import { nowIso, type StaffCall } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { notifyBySystem, takeBackMessage } from "#upstream/modules/notification/notify-by-system";
import { putThingBack, type RemovalState, removalStateOf, removeThing } from "./remove";
import { refuseChanged, refuseRewritten } from "./seen";
import { thingAt } from "./things";

/** Notification to an author, so that it can be withdrawn. */
export type AuthorNotification = { userId: number; key: string };

/** State of a removed item, as logged. */
export type Removed = RemovalState & { told: AuthorNotification[] };

/**
 * Removes an item and notifies its author with the reason after the undo period.
 * @returns its states before and after, for the log
 * @throws BusinessError NOT_FOUND; CONFLICT if it was removed already, or changed since it was seen
 */
export async function removeAndNotify(
  trx: Db,
  call: StaffCall,
  place: SeenContent,
  reason: string,
): Promise<{ before: RemovalState; after: Removed }> {
  const before = await removalStateOf(trx, place);
  refuseChanged(await thingAt(trx, place), place.version);
  await removeThing(trx, call, place, { by: call.viewer.userId, reason });
  const thing = await thingAt(trx, place);
  // Its author may have changed it until then.
  refuseRewritten(thing, place.version);
  const { author_user_id: userId, name } = thing;
  const told: AuthorNotification[] = [];
  if (userId !== null && place.kind !== "case") {
    const message = { kind: "content-removed", written: place.kind, id: place.id, name, reason } as const;
    const key = await notifyBySystem(trx, { userId, message, at: nowIso(call), undoable: true });
    if (key !== null) told.push({ userId, key });
  }
  return { before, after: { ...(await removalStateOf(trx, place)), told } };
}

/** An item, and how it was removed. */
type Removal = {
  place: RemovableContent;
  removed: Removed;
  /** Whether the staff member who removed it undoes that immediately. */
  ownAtOnce?: boolean;
};

/**
 * Restores an item removed by `removeAndNotify`, and withdraws the notification.
 * @throws BusinessError NOT_FOUND; FORBIDDEN for its author; CONFLICT if it was restored and removed again since
 */
export async function undoRemoval(
  trx: Db,
  call: StaffCall,
  { place, removed: { removedAt, told }, ownAtOnce = false }: Removal,
): Promise<void> {
  // Authors have to ask a colleague, as when restoring it elsewhere.
  if (!ownAtOnce && (await thingAt(trx, place)).author_user_id === call.viewer.userId) {
    throw new BusinessError("FORBIDDEN", "自己的内容要由另一位同事恢复");
  }
  const current = await removalStateOf(trx, place);
  if (current.removedAt !== removedAt) throw new BusinessError("CONFLICT", "之后又恢复或移除过，不能直接撤销");
  await putThingBack(trx, call, place);
  for (const { userId, key } of told) await takeBackMessage(trx, userId, key);
}

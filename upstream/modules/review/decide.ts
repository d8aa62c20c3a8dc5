import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";
import type { SystemMessage } from "#upstream/modules/notification/system-message";
import { changeReview, publishReview } from "./change";
import { prepareHeld } from "./publish";
import { findHeld, type ReviewRow } from "./queries";
import { heldView } from "./view";

/** A held text, and the version of it that was read. */
type Decided = { id: number; version: number };

/**
 * An operator lets a held text through as it is.
 * @returns the id of what is public now
 * @throws BusinessError NOT_FOUND when it, its author, or what it stands under is gone; CONFLICT when it was changed or
 * decided since, and INVALID_PARAMS when what it asks for (a cover, a classification) is there no more
 */
export async function release(services: Services, { id, version }: Decided): Promise<number> {
  const row = await waitingReview(services, { id, version });
  const ready = await prepareHeld(services, row);
  return transact(services.db, async (trx) => {
    const publishedId = await publishReview(trx, services, row, ready);
    await tellAuthor(trx, services, row, { kind: "text-released", written: row.kind, id: publishedId });
    return publishedId;
  });
}

/**
 * An operator refuses a held text; its author keeps it, and may change it and hand it in again.
 * @param reason shown to the author; may be empty
 * @throws BusinessError NOT_FOUND, CONFLICT like `release`
 */
export async function refuse(services: Services, { id, version }: Decided, reason: string): Promise<void> {
  const row = await waitingReview(services, { id, version });
  await transact(services.db, async (trx) => {
    await changeReview(trx, row, { state: "refused", decided_at: nowIso(services), reason });
    await tellAuthor(trx, services, row, { kind: "text-refused", written: row.kind, reason });
  });
}

type Decision =
  | Omit<Extract<SystemMessage, { kind: "text-released" }>, "name">
  | Omit<Extract<SystemMessage, { kind: "text-refused" }>, "name">;

function tellAuthor(trx: Db, services: Services, row: ReviewRow, decision: Decision): Promise<void> {
  const { title, excerpt } = heldView(services, row, null);
  return notifyBySystem(trx, {
    userId: row.author_id,
    message: { ...decision, name: title || excerpt },
    at: nowIso(services),
  });
}

async function waitingReview({ db }: Pick<Services, "db">, { id, version }: Decided): Promise<ReviewRow> {
  const row = await findHeld(db, id);
  const author = await db
    .selectFrom("users")
    .select("id")
    .where("id", "=", row.author_id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  found(author);
  if (row.state !== "waiting" || row.version !== version) throw new BusinessError("CONFLICT");
  return row;
}

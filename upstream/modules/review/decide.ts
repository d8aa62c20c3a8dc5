import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";
import type { SystemMessage } from "#upstream/modules/notification/system-message";
import { changeReview, publishReview } from "./change";
import { prepareHeld } from "./publish";
import { findHeld, type ReviewRow } from "./queries";
import { heldView } from "./view";

/** A held text, and the version of it that was read. */
type Decided = { id: number; version: number };

/** A decision that is ready to be written, and the text as it was read. */
type Ready<T> = { row: ReviewRow; write(trx: Db): Promise<T> };

/**
 * An operator lets a held text through as it is; writing it gives the id of what is public then.
 * @throws BusinessError NOT_FOUND when it, its author, or what it stands under is gone; CONFLICT when it was changed or
 * decided since, and INVALID_PARAMS when what it asks for (a cover, a classification) is there no more
 */
export async function prepareRelease(services: Services, decided: Decided): Promise<Ready<number>> {
  const row = await waitingReview(services, decided);
  const ready = await prepareHeld(services, row);
  return {
    row,
    async write(trx) {
      const publishedId = await publishReview(trx, services, row, ready);
      await tellAuthor(trx, services, row, { kind: "text-released", written: row.kind, id: publishedId });
      return publishedId;
    },
  };
}

/**
 * An operator refuses a held text; its author keeps it, and may change it and hand it in again. Writing it gives the
 * message that its author was told by; null for nobody to tell.
 * @param reason shown to the author; may be empty
 * @throws BusinessError NOT_FOUND, CONFLICT like `prepareRelease`
 */
export async function prepareRefusal(
  services: Services,
  decided: Decided,
  reason: string,
): Promise<Ready<string | null>> {
  const row = await waitingReview(services, decided);
  return {
    row,
    async write(trx) {
      await changeReview(trx, row, { state: "refused", decided_at: nowIso(services), reason });
      return tellAuthor(trx, services, row, { kind: "text-refused", written: row.kind, reason });
    },
  };
}

type Decision =
  | Omit<Extract<SystemMessage, { kind: "text-released" }>, "name">
  | Omit<Extract<SystemMessage, { kind: "text-refused" }>, "name">;

function tellAuthor(trx: Db, services: Services, row: ReviewRow, decision: Decision): Promise<string | null> {
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

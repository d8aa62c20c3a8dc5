import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { toJson } from "#upstream/db/schema/columns";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";
import type { SystemMessage } from "#upstream/modules/notification/system-message";
import { changeReview, publishReview } from "./change";
import { prepareHeld } from "./publish";
import { findHeld, type ReviewRow } from "./queries";
import { heldFields, heldView } from "./view";

/** A held text, the version of it that was read, and who decides; null for nobody of the staff. */
type Decided = { id: number; version: number; by?: number | null };

/** A decision that is ready to be written, and the text as it was read. */
type Ready<T> = { row: ReviewRow; write(trx: Db): Promise<T> };

/** Number of what is public now, and the key of what its author was told; null for nobody to tell. */
type Released = { publishedId: number; message: string | null };

/** Words of a held text as staff change them before it is public. */
export type EditedWords = Pick<ReturnType<typeof heldFields>, "title" | "content" | "tags">;

/**
 * An operator lets a held text through, as it is or with other words; the words that it was handed in with stay with it.
 * Writing it gives the id of what is public then, and the message that its
 * author was told by.
 * @throws BusinessError NOT_FOUND when it, its author, or what it stands under is gone; CONFLICT when it was changed or
 * decided since, and INVALID_PARAMS when what it asks for (a cover, a classification) is there no more
 */
export async function prepareRelease(
  services: Services,
  decided: Decided,
  words?: EditedWords,
): Promise<Ready<Released> & { edited: { from: EditedWords; to: EditedWords } | null }> {
  const row = await heldIn("waiting", services, decided);
  const { title, content, tags, ...others } = heldFields(row);
  const from = { title, content, tags };
  const to = words ?? from;
  const edited = toJson(to) === toJson(from) ? null : { from, to };
  const ready = await prepareHeld(services, row, { ...others, ...to });
  return {
    row,
    edited,
    async write(trx) {
      const publishedId = await publishReview(trx, services, row, ready, decided.by);
      const told = { kind: "text-released", written: row.kind, id: publishedId, edited: edited !== null } as const;
      return { publishedId, message: await notifyAuthor(trx, services, row, told) };
    },
  };
}

/**
 * A refused text is let through after all; its author is told by whoever calls. Writing it gives the id of what is public
 * then.
 * @throws BusinessError like `prepareRelease`
 */
export async function prepareReleaseAfterAll(services: Services, decided: Decided): Promise<Ready<number>> {
  const row = await heldIn("refused", services, decided);
  const ready = await prepareHeld(services, row);
  return { row, write: (trx) => publishReview(trx, services, row, ready, decided.by) };
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
  const row = await heldIn("waiting", services, decided);
  return {
    row,
    async write(trx) {
      const { by: decided_by = null } = decided;
      await changeReview(trx, row, { state: "refused", decided_at: nowIso(services), decided_by, reason });
      return notifyAuthor(trx, services, row, { kind: "text-refused", written: row.kind, held: row.id, reason });
    },
  };
}

type Decision =
  | Omit<Extract<SystemMessage, { kind: "text-released" }>, "name">
  | Omit<Extract<SystemMessage, { kind: "text-refused" }>, "name">;

function notifyAuthor(trx: Db, services: Services, row: ReviewRow, decision: Decision): Promise<string | null> {
  const { title, excerpt } = heldView(services, row, null);
  return notifyBySystem(trx, {
    userId: row.author_id,
    message: { ...decision, name: title || excerpt },
    at: nowIso(services),
    undoable: true,
  });
}

async function heldIn(
  state: "waiting" | "refused",
  { db }: Pick<Services, "db">,
  { id, version }: Decided,
): Promise<ReviewRow> {
  const row = await findHeld(db, id);
  const author = await db
    .selectFrom("users")
    .select("id")
    .where("id", "=", row.author_id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  found(author);
  if (row.state !== state) throw new BusinessError("CONFLICT", "同事刚才已经处理过它了");
  if (row.version !== version) throw new BusinessError("CONFLICT", "作者刚才又改过，请看过再处理");
  return row;
}

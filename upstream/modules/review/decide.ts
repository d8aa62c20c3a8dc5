import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { toJson } from "#upstream/db/schema/columns";
import { giveFiles } from "#upstream/modules/content/give-files";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";
import type { SystemMessage } from "#upstream/modules/notification/system-message";
import { changeReview, publishReview } from "./change";
import { refuseObstacle } from "./obstacle";
import { prepareHeld } from "./publish";
import { findHeld, type ReviewRow } from "./queries";
import { heldFields, heldView } from "./view";

/** A held text, the version that was read, and who decides; null if not staff. */
type Decided = { id: number; version: number; by?: number | null };

/** A decision ready to be written, and the text as it was read. */
type Ready<T> = { row: ReviewRow; write(trx: Db): Promise<T> };

/** Public id, and the key of the author's notification; null if nobody was notified. */
type Released = { publishedId: number; message: string | null };

/** Parts of a held text that staff may edit before publication. */
export type EditedWords = Pick<ReturnType<typeof heldFields>, "title" | "content" | "tags">;

/**
 * Prepares the approval of a held text, unchanged or edited; the submitted text is kept with it. Writing it returns the
 * public id and the author's notification.
 * @throws BusinessError NOT_FOUND if it, its author, or what it belongs to is gone; CONFLICT if it was changed or
 * decided since, or the text that it changes was changed; INVALID_PARAMS if something it refers to (a cover, a
 * classification) no longer exists
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
      await refuseObstacle(trx, row);
      const publishedId = await publishReview(trx, services, row, { ready, by: decided.by });
      if (edited && decided.by) {
        const after = Object.values(ready.texts).flat();
        await giveFiles(trx, { from: decided.by, to: row.author_id, before: [row.fields], after });
      }
      const told = { kind: "text-released", written: row.kind, id: publishedId, edited: edited !== null } as const;
      return { publishedId, message: await notifyAuthor(trx, services, row, told) };
    },
  };
}

/**
 * Prepares the approval of a text that was refused before; the caller notifies its author. Writing it returns the
 * public id.
 * @throws BusinessError like `prepareRelease`
 */
export async function prepareReleaseAfterAll(services: Services, decided: Decided): Promise<Ready<number>> {
  const row = await heldIn("refused", services, decided);
  const ready = await prepareHeld(services, row);
  return {
    row,
    async write(trx) {
      await refuseObstacle(trx, row);
      return publishReview(trx, services, row, { ready, by: decided.by });
    },
  };
}

/**
 * Prepares the refusal of a held text; its author keeps it, and may change and resubmit it. Writing it returns the
 * author's notification; null if nobody was notified.
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

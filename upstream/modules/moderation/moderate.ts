import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { toJson } from "#upstream/db/schema/columns";
import type { ReviewsTable } from "#upstream/db/schema/reviews";
import { STORED } from "#upstream/db/stored-kinds";
import { transact } from "#upstream/db/transact";
import { type EndedDraft, removeDrafts } from "#upstream/modules/draft/write";
import { holdOwnAccount } from "#upstream/policy/hold-account";
import type { RecordOutcome } from "#upstream/policy/idempotent";
import { consumeActionLimits } from "#upstream/policy/limited-write";
import { markUsed } from "#upstream/services/storage/file-keys";
import { holdReason, type ShownWords } from "./hold-reason";

/** A text that is about to be published. */
type PendingContent = ShownWords & {
  /** The published text that it changes, with its version; null for a new text. */
  target: { id: number; version: number } | null;
  /** Body of the call; stored if the text is held, so that an operator can publish it unchanged. */
  fields: object;
  /** Draft in which the text was written; null if none. */
  draft: EndedDraft | null;
};

/**
 * Passes a text, unless there is a reason to hold it. A held text is stored for an operator's decision and for its
 * author, who has it instead of a draft; a change replaces an earlier one that still waits.
 * @throws BusinessError CONTENT_REJECTED with `data.fields`, or CONTENT_HELD with `data.id`; CAPTCHA_REQUIRED;
 * RATE_LIMITED if too many of a person's texts wait; NOT_LOGIN if the account was closed or merged meanwhile
 */
export async function moderate(
  services: Services,
  { kind, authorId, target, fields, texts, draft, pass }: PendingContent,
  record?: RecordOutcome<never>,
): Promise<void> {
  const hold = await holdReason(services, { kind, authorId, texts, pass });
  if (hold === null) return;
  const id = await transact(services.db, async (trx) => {
    // An outdated change is refused as a conflict later, like any other.
    if (target !== null && (await isOutdated(trx, kind, target))) return null;
    await consumeActionLimits(trx, services, "hold", authorId);
    await holdOwnAccount(trx, authorId);
    if (draft !== null) await removeDrafts(trx, authorId, draft);
    if (target !== null) await replaceWaiting(trx, kind, target.id);
    const { heldFor: held_for, word } = hold;
    const body = toJson(target === null ? fields : { ...fields, version: target.version });
    const row = { author_id: authorId, kind, held_for, word, target_id: target?.id ?? null, fields: body };
    await markUsed(trx, [row.fields]);
    const held = await trx
      .insertInto("reviews")
      .values({ ...row, created_at: nowIso(services), decided_at: null, published_id: null })
      .returning("id")
      .executeTakeFirstOrThrow();
    await record?.(trx, { code: "CONTENT_HELD", data: held });
    return held.id;
  });
  if (id !== null) throw new BusinessError("CONTENT_HELD", undefined, { id });
}

async function isOutdated(trx: Db, kind: PendingContent["kind"], { id, version }: { id: number; version: number }) {
  const row = await trx.selectFrom(STORED[kind].table).select("version").where("id", "=", id).executeTakeFirst();
  return row?.version !== version;
}

/**
 * Withdraws the pending change of a published text, because its author has changed it otherwise.
 * @param kept id of the held change that takes its place, if it is one
 */
export async function withdrawChanges(
  trx: Db,
  kind: ReviewsTable["kind"],
  targetId: number,
  kept?: number,
): Promise<void> {
  await trx
    .updateTable("reviews")
    .set((eb) => ({ state: "withdrawn" as const, version: eb("version", "+", 1) }))
    .where("kind", "=", kind)
    .where("target_id", "=", targetId)
    .where("state", "=", "waiting")
    .$if(kept !== undefined, (query) => query.where("id", "!=", kept as number))
    .execute();
}

/** A second change of the same text replaces the first, which it includes. */
async function replaceWaiting(trx: Db, kind: ReviewsTable["kind"], targetId: number): Promise<void> {
  await trx
    .deleteFrom("reviews")
    .where("kind", "=", kind)
    .where("target_id", "=", targetId)
    .where("state", "=", "waiting")
    .execute();
}

import { hasTrait } from "#app/contract/kinds";
import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { toJson } from "#upstream/db/schema/columns";
import type { ReviewsTable } from "#upstream/db/schema/reviews";
import { STORED } from "#upstream/db/stored-kinds";
import { transact } from "#upstream/db/transact";
import { removeDrafts } from "#upstream/modules/draft/write";
import type { RecordOutcome } from "#upstream/policy/idempotent";
import { consumeActionLimits } from "#upstream/policy/limited-write";
import { keepShown } from "#upstream/services/storage/shown-keys";

/** Text that is about to be published. */
type PendingContent = {
  kind: ReviewsTable["kind"];
  authorId: number;
  /** The published text that it changes, and which version of it; null for something new. */
  target: { id: number; version: number } | null;
  /** The body of the call; kept, if it is held, so that an operator can let it through as it is. */
  fields: object;
  /** All texts that will be shown, by the field that they come from. */
  texts: Record<string, readonly string[]>;
  /** The draft that it was written in. */
  draft: string | null;
};

const REJECTED = "含有不适合发布的信息，请修改";

/**
 * The word for which an operator has to read a text first; null when there is none.
 * @param texts what will be shown, by the field that it comes from
 * @throws BusinessError CONTENT_REJECTED with `data.fields` for a word that nobody may publish
 */
export function heldWord({ words }: Pick<Services, "words">, texts: Record<string, readonly string[]>): string | null {
  let held: string | null = null;
  for (const [field, parts] of Object.entries(texts)) {
    const found = words.find(...parts);
    if (found?.action === "reject") {
      throw new BusinessError("CONTENT_REJECTED", undefined, { fields: { [field]: REJECTED } });
    }
    held ??= found?.word ?? null;
  }
  return held;
}

/**
 * Lets a submission pass unless it has a sensitive word. One to be reviewed is kept for an operator to decide, and for
 * its author, who has it instead of a draft; a change takes the place of an earlier one that still waits.
 * @throws BusinessError CONTENT_REJECTED with `data.fields`, or CONTENT_HELD with `data.id`; RATE_LIMITED when much of
 * one person waits
 */
export async function moderate(
  services: Pick<Services, "words" | "db" | "clock">,
  { kind, authorId, target, fields, texts, draft }: PendingContent,
  note?: RecordOutcome<never>,
): Promise<void> {
  const word = heldWord(services, texts);
  if (word === null) return;
  const id = await transact(services.db, async (trx) => {
    // What comes too late is refused as a conflict, like any other change.
    if (target !== null && (await isOutdated(trx, kind, target))) return null;
    await consumeActionLimits(trx, services, "hold", authorId);
    if (draft !== null) await removeDrafts(trx, authorId, draft);
    if (target !== null) await replaceWaiting(trx, kind, target.id);
    const row = { author_id: authorId, kind, word, target_id: target?.id ?? null, fields: toJson(fields) };
    await keepShown(trx, [row.fields]);
    const held = await trx
      .insertInto("reviews")
      .values({ ...row, created_at: nowIso(services), decided_at: null, published_id: null })
      .returning("id")
      .executeTakeFirstOrThrow();
    await note?.(trx, { code: "CONTENT_HELD", data: held });
    return held.id;
  });
  if (id !== null) throw new BusinessError("CONTENT_HELD", undefined, { id });
}

async function isOutdated(trx: Db, kind: PendingContent["kind"], { id, version }: { id: number; version: number }) {
  if (!hasTrait(kind, "drafted")) return false;
  const row = await trx.selectFrom(STORED[kind].table).select("version").where("id", "=", id).executeTakeFirst();
  return row?.version !== version;
}

/** Takes back what waits as a change of a published text: its author has changed it in another way since. */
export async function withdrawChanges(trx: Db, kind: ReviewsTable["kind"], targetId: number): Promise<void> {
  await trx
    .updateTable("reviews")
    .set((eb) => ({ state: "withdrawn" as const, version: eb("version", "+", 1) }))
    .where("kind", "=", kind)
    .where("target_id", "=", targetId)
    .where("state", "=", "waiting")
    .execute();
}

/** A second change of the same text holds all that the first did, and more: only it waits. */
async function replaceWaiting(trx: Db, kind: ReviewsTable["kind"], targetId: number): Promise<void> {
  await trx
    .deleteFrom("reviews")
    .where("kind", "=", kind)
    .where("target_id", "=", targetId)
    .where("state", "=", "waiting")
    .execute();
}

import type { z } from "zod";
import { DRAFTS_MAX } from "#app/contract/limits";
import type { draftFields } from "#app/contract/writing/draft";
import type { Db } from "#upstream/db/dialect";
import { toJson } from "#upstream/db/schema/columns";
import { markUsed } from "#upstream/services/storage/file-keys";
import { type DraftRow, findDrafts } from "./queries";
import { draftView } from "./view";

type Draft = { userId: number; target: string; baseVersion: number; fields: z.output<typeof draftFields> };

/** Saves a draft, replacing the one of the same version. */
export async function saveDraft(trx: Db, draft: Draft, updatedAt: string): Promise<void> {
  const saved = { fields: toJson(draft.fields), updated_at: updatedAt };
  await markUsed(trx, [saved.fields]);
  await trx
    .insertInto("drafts")
    .values({ user_id: draft.userId, target: draft.target, base_version: draft.baseVersion, ...saved })
    .onConflict((conflict) => conflict.columns(["user_id", "target", "base_version"]).doUpdateSet(saved))
    .execute();
  await trx
    .deleteFrom("drafts")
    .where("user_id", "=", draft.userId)
    .where("updated_at", "<", (eb) =>
      eb
        .selectFrom("drafts as d")
        .select("d.updated_at")
        .where("d.user_id", "=", draft.userId)
        .orderBy("d.updated_at", "desc")
        .limit(1)
        .offset(DRAFTS_MAX - 1),
    )
    .execute();
}

/** Drafts of a target that ends, because its text was published or discarded. */
export type EndedDraft = {
  target: string;
  /** See `knownDraftAt`. */
  knownAt?: string | null | undefined;
  /** Fields that were published; null if the drafts were discarded. */
  published: Words | null;
};
type Words = { title?: string | undefined; content?: string | undefined; tags?: readonly string[] | undefined };

/**
 * Deletes drafts whose text was published or discarded. One that its author has not seen there is kept, unless it says
 * what was published.
 */
export async function removeDrafts(trx: Db, userId: number, { target, knownAt, published }: EndedDraft): Promise<void> {
  const ofTarget = trx.deleteFrom("drafts").where("user_id", "=", userId).where("target", "=", target);
  if (knownAt === undefined) {
    await ofTarget.execute();
    return;
  }
  const drafts = await findDrafts(trx, userId, target).execute();
  const isSeen = ({ updated_at }: DraftRow) => knownAt !== null && updated_at <= knownAt;
  const ended = drafts.filter(
    (row) => isSeen(row) || (published !== null && comparable(draftView(row).fields) === comparable(published)),
  );
  if (ended.length === 0) return;
  await ofTarget
    .where(
      "updated_at",
      "in",
      ended.map((row) => row.updated_at),
    )
    .execute();
}

const comparable = ({ title = "", content = "", tags = [] }: Words): string =>
  JSON.stringify([title.trim(), content.replaceAll("\r\n", "\n").trim(), tags]);

import type { z } from "zod";
import { draftFields } from "#app/contract/writing/draft";
import type { WrittenKind } from "#app/contract/writing/editor-fields";
import type { Db } from "#upstream/db/dialect";
import { fromJson } from "#upstream/db/schema/columns";
import { fromColumns } from "#upstream/modules/content/editor-columns";
import { findSource } from "#upstream/modules/content/source";
import type { ReviewRow } from "./queries";

/** A published text as an editor has it; a comment's text is its `content`. */
type PresentText = { version: number; fields: z.output<typeof draftFields> };

/**
 * Version of the published text that a held change is based on; null for a new text, and for one that was held before
 * it was recorded.
 */
export const baseVersionOf = ({ fields }: Pick<ReviewRow, "fields">): number | null =>
  fromJson<{ version?: number }>(fields).version ?? null;

/**
 * The published text, if it is not the version that a held change is based on: publishing the change would undo what
 * was changed since. Null if there is nothing newer, or the text is gone.
 */
export async function newerText(
  db: Db,
  held: Pick<ReviewRow, "kind" | "target_id" | "fields">,
): Promise<PresentText | null> {
  const base = baseVersionOf(held);
  if (held.target_id === null || base === null) return null;
  const { kind, target_id: id } = held;
  const present = kind === "comment" ? await presentComment(db, id) : await presentText(db, kind, id);
  return present?.version === base ? null : present;
}

async function presentText(db: Db, kind: WrittenKind, id: number): Promise<PresentText | null> {
  const row = await findSource(db, kind, id);
  return row ? { version: row.version, fields: draftFields.parse(fromColumns(kind, row)) } : null;
}

async function presentComment(db: Db, id: number): Promise<PresentText | null> {
  const row = await db
    .selectFrom("comments")
    .select(["text", "version"])
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row ? { version: row.version, fields: draftFields.parse({ content: row.text }) } : null;
}

import type { z } from "zod";
import type { HeldText } from "#app/contract/moderation/review";
import { draftFields } from "#app/contract/writing/draft";
import type { Services } from "#upstream/call/context";
import { fromJson } from "#upstream/db/schema/columns";
import type { ReviewRow } from "./queries";

/** Maximum characters of a held text in a list. */
const EXCERPT_LENGTH = 80;

/** Fields of a held text for an editor; a comment's text is its `content`. */
export function heldFields({ kind, fields }: Pick<ReviewRow, "kind" | "fields">): z.output<typeof draftFields> {
  const stored = fromJson<Record<string, unknown>>(fields);
  return draftFields.parse(kind === "comment" ? { content: stored.text } : stored);
}

/** Reason of a held change, which readers will see in the history; null for a new text, and for a comment. */
export const editReasonOf = ({ kind, target_id, fields }: Pick<ReviewRow, "kind" | "target_id" | "fields">) =>
  kind === "comment" || target_id === null ? null : (fromJson<{ reason?: string }>(fields).reason ?? "");

/** Maps a held text for its author's lists, with a plain text excerpt. */
export function heldView({ markdown }: Pick<Services, "markdown">, row: ReviewRow, place: HeldText["place"]): HeldText {
  const { title, content } = heldFields(row);
  // Comments are not Markdown: what looks like markup was typed literally.
  const words = row.kind === "comment" ? content : markdown.plain(content);
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    title: title || (place?.title ?? ""),
    excerpt: [...words.replace(/\s+/g, " ").trim()].slice(0, EXCERPT_LENGTH).join(""),
    targetId: row.target_id,
    place,
    reason: row.reason,
    submittedAt: row.created_at,
  };
}

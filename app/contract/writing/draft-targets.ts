import type { WrittenKind } from "./editor-fields";

/** Kind of text of which one person may have several new ones. */
type BegunKind = Exclude<WrittenKind, "answer">;

/** Targets of drafts: the keys under which they are stored, one for each text. `draftTarget` in `draft.ts` validates them. */
export const draftTargets = {
  /** A new text. `slot` distinguishes several of one kind; the first has none. */
  new: (kind: BegunKind, slot?: string | undefined): string => (slot ? `${kind}/new/${slot}` : `${kind}/new`),
  /** A new answer to a question. */
  answer: (questionId: number): string => `question/${questionId}/answer`,
  /** A change of a published text. */
  change: (kind: WrittenKind, id: number): string => `${kind}/${id}`,
  /** A change of a text held for review. */
  held: (id: number): string => `held/${id}`,
};

/** Pattern of targets, with their parts in groups: kind and slot of a new text, kind and id of a change, id of a question. */
export const DRAFT_TARGET =
  /^(?:(question|article)\/new(?:\/([a-z0-9]{8,20}))?|(question|article|answer|held)\/([1-9]\d{0,15})|question\/([1-9]\d{0,15})\/answer)$/;

/** Parts of a target, by what the draft is of. */
export type DraftPlace =
  | { is: "new"; kind: BegunKind; slot?: string | undefined }
  | { is: "answer"; questionId: number }
  | { is: "change"; kind: WrittenKind; id: number }
  | { is: "held"; id: number };

/** Parses a target, the inverse of `draftTargets`; null if it is none, e.g. written by a later version of this program. */
export function parseDraftTarget(target: string): DraftPlace | null {
  const [, begun, slot, changed, id, questionId] = DRAFT_TARGET.exec(target) ?? [];
  if (begun) return { is: "new", kind: begun as BegunKind, slot };
  if (questionId) return { is: "answer", questionId: Number(questionId) };
  if (!changed) return null;
  return changed === "held"
    ? { is: "held", id: Number(id) }
    : { is: "change", kind: changed as WrittenKind, id: Number(id) };
}

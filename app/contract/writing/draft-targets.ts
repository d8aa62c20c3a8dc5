import type { WrittenKind } from "./editor-fields";

/** Targets of drafts: the keys under which they are stored, one for each text. `draftTarget` in `draft.ts` validates them. */
export const draftTargets = {
  /** A new text. `slot` distinguishes several of one kind; the first has none. */
  new: (kind: Exclude<WrittenKind, "answer">, slot?: string | undefined): string =>
    slot ? `${kind}/new/${slot}` : `${kind}/new`,
  /** A new answer to a question. */
  answer: (questionId: number): string => `question/${questionId}/answer`,
  /** A change of a published text. */
  change: (kind: WrittenKind, id: number): string => `${kind}/${id}`,
  /** A change of a text held for review. */
  held: (id: number): string => `held/${id}`,
};

/** Id of the question that a draft answers; null if it is not the draft of a new answer. */
export function answeredBy(target: string): number | null {
  const id = /^question\/(\d+)\/answer$/.exec(target)?.[1];
  return id === undefined ? null : Number(id);
}

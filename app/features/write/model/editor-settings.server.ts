import type { WrittenKind } from "#app/contract/editor-fields";
import { draftTarget, type EditorTarget, editorPath, isNew } from "./editor-target.server";

/** Settings that an editor's form has to know beside its values. */
export type EditorSettings = {
  kind: WrittenKind;
  /** The page that answers the form; its `.json` twin answers scripts. */
  path: string;
  /** Name of a draft, by whose it is and of what: that under which this browser keeps it. */
  draftKey: string;
  isNew: boolean;
  /** It changes a text that is held for a review. */
  isHeld: boolean;
  /** Slot of the new piece that the page was opened for (see `DRAFT_SLOT`); null where it was opened for none. */
  slot: string | null;
};

/**
 * Settings of the editor of a target for a member (0: nobody). @param asked that the page was opened for one of several
 * new pieces
 */
export const editorSettings = (target: EditorTarget, userId: number, asked = false): EditorSettings => ({
  kind: target.kind,
  path: editorPath(target),
  draftKey: `${userId}:${draftTarget(target.kind === "answer" ? target : { ...target, slot: undefined })}`,
  isNew: isNew(target),
  isHeld: Boolean(target.held),
  slot: asked && isNew(target) && target.kind !== "answer" ? (target.slot ?? "") : null,
});

import type { WrittenKind } from "#app/contract/writing/editor-fields";
import { draftKeyOf } from "./draft-keys";
import { draftTarget, type EditorTarget, editorPath, isNew } from "./editor-target.server";
import type { EditorValues } from "./editor-values";

/** Settings that an editor's form needs besides its values. */
export type EditorSettings = {
  kind: WrittenKind;
  /** Id of the member for whom the form was rendered; 0 if nobody was logged in. */
  writer: number;
  /** Path of the page that handles the form; its `.json` twin handles scripts. */
  path: string;
  /** Key under which this browser stores the draft: by its author and target. */
  draftKey: string;
  isNew: boolean;
  /** Whether it changes a text that is held for review. */
  isHeld: boolean;
  /** Slot of the new text that the page was opened for (see `DRAFT_SLOT`); null if none was named. */
  slot: string | null;
  /** The text without the draft, if the form was served with a draft. */
  stored?: EditorValues;
};

/**
 * Editor settings of a target for a member (0: not logged in). @param asked whether the page was opened for one of
 * several new texts
 */
export const editorSettings = (target: EditorTarget, userId: number, asked = false): EditorSettings => ({
  kind: target.kind,
  writer: userId,
  path: editorPath(target),
  draftKey: draftKeyOf(userId, draftTarget(target.kind === "answer" ? target : { ...target, slot: undefined })),
  isNew: isNew(target),
  isHeld: Boolean(target.held),
  slot: asked && isNew(target) && target.kind !== "answer" ? (target.slot ?? "") : null,
});

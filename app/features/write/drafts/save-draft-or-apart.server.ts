import { isNew, slotIn } from "#app/features/write/model/editor-target.server";
import type { SentEditor } from "#app/features/write/model/sent-editor.server";
import { saveDraft } from "./draft.server";
import { newDraftSlot } from "./draft-slot";
import { draftInForm } from "./known-draft.server";

/**
 * Saves a form's content as draft. If the form was opened without knowing of a draft and there is one, it becomes a
 * draft of another new text.
 * @param knownAt ISO 8601 time of the draft that it replaces; null for none
 * @throws UpstreamError
 */
export async function saveDraftOrApart(
  { args, target, values }: Omit<SentEditor, "form">,
  knownAt: string | null = draftInForm(values),
) {
  const kept = await saveDraft(args, target, values, knownAt);
  if ("savedAt" in kept || target.kind === "answer" || !isNew(target) || knownAt !== null) {
    return { kept, draftSlot: slotIn(target) };
  }
  const slot = newDraftSlot();
  return { kept: await saveDraft(args, { ...target, slot }, values, null), draftSlot: slot };
}

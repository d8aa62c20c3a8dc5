import { saveDraft } from "./draft.server";
import { newDraftSlot } from "./model/draft-slot";
import { isNew, slotIn } from "./model/editor-target.server";
import type { SentEditor } from "./sent-editor.server";

/** Milliseconds since 1970 as ISO 8601. */
export const isoOf = (time: number): string => new Date(time).toISOString();

/**
 * Saves a form's content as draft. If the form was opened without knowing of a draft and there is one, it becomes a
 * draft of another new text.
 * @throws UpstreamError
 */
export async function saveDraftOrApart({ args, target, values }: Omit<SentEditor, "form">) {
  const knownAt = values.knownDraftAt || null;
  const kept = await saveDraft(args, target, values, knownAt);
  if ("savedAt" in kept || target.kind === "answer" || !isNew(target) || knownAt !== null) {
    return { kept, draftSlot: slotIn(target) };
  }
  const slot = newDraftSlot();
  return { kept: await saveDraft(args, { ...target, slot }, values, null), draftSlot: slot };
}

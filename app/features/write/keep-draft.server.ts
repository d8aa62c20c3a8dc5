import { saveDraft } from "./draft.server";
import { newDraftSlot } from "./model/draft-slot";
import { isNew, slotIn } from "./model/editor-target.server";
import type { SentEditor } from "./sent-editor.server";

/** A time in milliseconds since 1970 as ISO 8601. */
export const isoOf = (time: number): string => new Date(time).toISOString();

/**
 * Keeps what was typed as a draft. One that was begun without knowing of any is another new piece than the one that is
 * there.
 * @throws UpstreamError
 */
export async function keepDraft({ args, target, values }: Omit<SentEditor, "form">) {
  const knownAt = values.knownDraftAt || null;
  const kept = await saveDraft(args, target, values, knownAt);
  if ("savedAt" in kept || target.kind === "answer" || !isNew(target) || knownAt !== null) {
    return { kept, draftSlot: slotIn(target) };
  }
  const slot = newDraftSlot();
  return { kept: await saveDraft(args, { ...target, slot }, values, null), draftSlot: slot };
}

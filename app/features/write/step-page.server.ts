import { textOf } from "#app/forms/read-form.server";
import { withQuery } from "#app/paths";
import { UpstreamError } from "#app/server/errors/upstream-error";
import type { ServerArgs } from "#app/server/server-args.server";
import { keepDraft } from "./keep-draft.server";
import type { EditorResult } from "./model/editor-result";
import { draftPath, type EditorTarget, targetOfForm } from "./model/editor-target.server";

/** Steps after which the text is as good as a draft, by `intent`. */
const KEPT = new Set(["keep", "pictures", "cover", "preview"]);

/**
 * Result of a step of the form without scripts that redirects to a page which shows the same, from the draft. The
 * response to a form can't be opened again: a browser that comes back to it shows an error, and what was typed there is
 * gone. Returns the result itself if there is no such step, or if the draft can't hold everything.
 */
export async function asPage(
  args: ServerArgs,
  addressed: EditorTarget,
  form: FormData,
  result: EditorResult,
): Promise<EditorResult> {
  const intent = textOf(form, "intent");
  if (result.status !== "step" || !KEPT.has(intent)) return result;
  const values = result.values as Required<typeof result.values>;
  // The reason for a change is not part of a draft.
  if (values.reason) return result;
  const target = targetOfForm(addressed, form);
  const slot = intent === "keep" ? values.draftSlot : await keptSlot({ args, target, values });
  if (slot === null) return result;
  const path = draftPath(target.kind === "answer" ? target : { ...target, slot: slot || undefined });
  const message = result.step.kind === "saved" ? { message: result.step.message } : {};
  return {
    status: "ok",
    data: { to: result.step.kind === "preview" ? withQuery(path, { preview: 1 }) : path },
    ...message,
  };
}

/** Saves the draft. @returns its slot; null if another draft is in the way, or drafts can't be saved now */
async function keptSlot(sent: Parameters<typeof keepDraft>[0]): Promise<string | null> {
  try {
    const { kept, draftSlot } = await keepDraft(sent);
    return "savedAt" in kept ? draftSlot : null;
  } catch (error) {
    if (error instanceof UpstreamError) return null;
    throw error;
  }
}

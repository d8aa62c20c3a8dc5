import { textOf } from "#app/forms/read-form.server";
import { withQuery } from "#app/paths";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { saveDraftOrApart } from "./drafts/save-draft-or-apart.server";
import type { EditorResult } from "./model/editor-result";
import { draftPath, type EditorTarget, targetOfForm } from "./model/editor-target.server";
import type { SentEditor } from "./model/sent-editor.server";
import { storedValues } from "./stored-values.server";

/** Intents after which the form's content can be saved as a draft and shown from there. */
const SHOWN_FROM_DRAFT = new Set(["keep", "pictures", "cover", "preview"]);

/**
 * Turns a step of the editor's form without scripts into a redirect to its page, which shows the same from the saved
 * draft: going back to the response to a POST would show the browser's error page and lose what was typed. Returns the
 * result unchanged if it is no such step, or if the draft can't hold everything.
 */
export async function redirectToDraft(
  { args, target: addressed, form }: Omit<SentEditor, "values">,
  result: EditorResult,
): Promise<EditorResult> {
  const intent = textOf(form, "intent");
  if (result.status !== "step" || !SHOWN_FROM_DRAFT.has(intent)) return result;
  const values = result.values as Required<typeof result.values>;
  if (await hasMore(addressed, { args, values })) return result;
  const target = targetOfForm(addressed, form);
  const slot = intent === "keep" ? values.draftSlot : await saveAsDraft({ args, target, values });
  if (slot === null) return result;
  const path = draftPath(target.kind === "answer" ? target : { ...target, slot: slot || undefined });
  const message = result.step.kind === "saved" ? { message: result.step.message } : {};
  const to = result.step.kind === "preview" ? withQuery(path, { preview: 1 }) : path;
  return { status: "ok", data: { to }, ...message };
}

/**
 * Whether the form has a reason for the change, or a public version that a held change is based on, which are no part of
 * a draft, and other ones than are stored.
 */
async function hasMore(target: EditorTarget, { args, values }: Pick<SentEditor, "args" | "values">): Promise<boolean> {
  const { reason = "", baseVersion = 0 } = values;
  if (!target.held) return reason !== "";
  if (reason === "" && baseVersion === 0) return false;
  try {
    const stored = await storedValues(args, target);
    return reason !== (stored.reason ?? "") || baseVersion !== (stored.baseVersion ?? 0);
  } catch (error) {
    if (error instanceof UpstreamError) return true;
    throw error;
  }
}

/** Saves the form's content. @returns its slot; null if another draft is in the way, or drafts can't be saved now */
async function saveAsDraft(sent: Parameters<typeof saveDraftOrApart>[0]): Promise<string | null> {
  try {
    const { kept, draftSlot } = await saveDraftOrApart(sent);
    return "savedAt" in kept ? draftSlot : null;
  } catch (error) {
    if (error instanceof UpstreamError) return null;
    throw error;
  }
}

import { draftApi, type StoredDraft, storedDraft } from "#app/contract/draft";
import { gateway } from "#app/server/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { UpstreamError } from "#app/server/upstream-error";
import { draftFieldsOf, editorValues } from "./model/call-fields.server";
import { draftTarget, type EditorTarget } from "./model/editor-target.server";
import type { EditorValues } from "./model/editor-values";

/** A draft that is kept; times in milliseconds since 1970. */
type KeptDraft = { values: EditorValues; savedAt: number };
/** Time at which it was saved; or the draft that somebody saved meanwhile, in another window or on another device. */
export type SavedDraft = { savedAt: number } | { overtakenBy: KeptDraft };

/**
 * Keeps what is in an editor, unless another draft is there than the one that was known.
 * @param knownAt ISO 8601: when the draft was saved that the editor knows of; null when it knows of none
 * @throws UpstreamError
 */
export async function saveDraft(
  args: ServerArgs,
  target: EditorTarget,
  values: EditorValues,
  knownAt: string | null,
): Promise<SavedDraft> {
  const fields = draftFieldsOf(values);
  const body = { target: draftTarget(target), baseVersion: values.version, fields, knownAt };
  try {
    return { savedAt: savedAtOf(await gateway(args).call(draftApi.put, { body })) };
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.code !== "CONFLICT") throw error;
    return { overtakenBy: keptDraft(storedDraft.parse(error.data)) };
  }
}

/** The draft that is kept; null when there is none. @throws UpstreamError */
export async function findDraft(args: ServerArgs, target: EditorTarget): Promise<KeptDraft | null> {
  const draft = await gateway(args).call(draftApi.get, { query: { target: draftTarget(target) } });
  return draft && keptDraft(draft);
}

/** @throws UpstreamError */
export async function removeDraft(args: ServerArgs, target: EditorTarget): Promise<void> {
  await gateway(args).call(draftApi.remove, { body: { target: draftTarget(target) } });
}

const keptDraft = (draft: StoredDraft): KeptDraft => ({
  values: editorValues(draft.fields, draft.baseVersion),
  savedAt: savedAtOf(draft),
});

/** A draft whose time can't be read is the oldest of all. */
const savedAtOf = ({ updatedAt }: { updatedAt: string }): number => Date.parse(updatedAt) || 0;

import { draftApi, type StoredDraft, storedDraft } from "#app/contract/writing/draft";
import { draftFieldsOf, editorValues } from "#app/features/write/model/call-fields.server";
import { draftTarget, type EditorTarget } from "#app/features/write/model/editor-target.server";
import type { EditorValues } from "#app/features/write/model/editor-values";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";

/** A stored draft; times in milliseconds since 1970. */
type KeptDraft = { values: EditorValues; savedAt: number };
/** The conflicting draft that was saved meanwhile in another window or on another device. */
type Overtaken = { overtakenBy: KeptDraft };
/** Time of saving; or the conflicting draft. */
export type SavedDraft = { savedAt: number } | Overtaken;
/** Outcome of removing a draft: it is gone, or the conflicting draft was kept. */
export type RemovedDraft = { overtakenBy: null } | Overtaken;

/**
 * Saves an editor's content as draft, unless the stored draft is not the one that the editor knows of.
 * @param knownAt ISO 8601 time at which the draft that the editor knows of was saved; null if it knows of none
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
  const { call } = gateway(args);
  return unlessOvertaken(async () => ({ savedAt: savedAtOf(await call(draftApi.put, { body })) }));
}

/** The stored draft; null if there is none. @throws UpstreamError */
export async function findDraft(args: ServerArgs, target: EditorTarget): Promise<KeptDraft | null> {
  const draft = await gateway(args).call(draftApi.get, { query: { target: draftTarget(target) } });
  return draft && keptDraft(draft);
}

/**
 * Deletes the stored draft, unless it is not the one that the author has seen.
 * @param knownAt ISO 8601 time at which that one was saved, null for none; undefined to delete any
 * @throws UpstreamError
 */
export async function removeDraft(
  args: ServerArgs,
  target: EditorTarget,
  knownAt: string | null | undefined,
): Promise<RemovedDraft> {
  const body = { target: draftTarget(target), knownAt };
  const { call } = gateway(args);
  return unlessOvertaken(async () => {
    await call(draftApi.remove, { body });
    return { overtakenBy: null };
  });
}

/** @returns what the call returns, or the stored draft that it would have replaced. @throws UpstreamError */
async function unlessOvertaken<T>(write: () => Promise<T>): Promise<T | Overtaken> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.code !== "CONFLICT") throw error;
    return { overtakenBy: keptDraft(storedDraft.parse(error.data)) };
  }
}

const keptDraft = (draft: StoredDraft): KeptDraft => ({
  values: editorValues(draft.fields, draft.baseVersion),
  savedAt: savedAtOf(draft),
});

/** A draft with an invalid time counts as the oldest. */
const savedAtOf = ({ updatedAt }: { updatedAt: string }): number => Date.parse(updatedAt) || 0;

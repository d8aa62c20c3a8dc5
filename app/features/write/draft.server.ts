import { draftApi, type StoredDraft, storedDraft } from "#app/contract/draft";
import { TAGS_MAX } from "#app/contract/limits";
import { gateway, type ServerArgs } from "#app/server/gateway.server";
import { UpstreamError } from "#app/server/upstream-error";
import { draftTarget, type EditorTarget } from "./model/editor-target.server";
import type { EditorValues } from "./model/editor-values";
import { formatTags, parseTags } from "./model/tag-text";

/** A draft that is kept; times in milliseconds since 1970. */
type KeptDraft = { values: EditorValues; savedAt: number };
/** When it was saved; or the draft that somebody saved meanwhile, in another window or on another device. */
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

/** What an editor's form has, as it is kept. */
export const draftFieldsOf = ({ title, content, tags, classificationId, coverUrl, aiGenerated }: EditorValues) => ({
  title,
  content,
  tags: parseTags(tags).slice(0, TAGS_MAX),
  classificationId: classificationId || null,
  coverUrl: coverUrl || null,
  aiGenerated,
});

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

/** What was kept of an editor, as its form has it. */
export function editorValues(
  { title, content, tags, classificationId, coverUrl, aiGenerated }: StoredDraft["fields"],
  version: number,
): EditorValues {
  return {
    title,
    content,
    tags: formatTags(tags),
    classificationId: classificationId === null ? "" : String(classificationId),
    coverUrl: coverUrl ?? "",
    aiGenerated,
    version,
  };
}

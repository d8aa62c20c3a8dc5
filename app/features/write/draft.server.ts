import type { ActionFunctionArgs } from "@remix-run/node";
import { draftApi, type StoredDraft } from "#app/contract/draft";
import { TAGS_MAX } from "#app/contract/limits";
import { gateway } from "#app/server/gateway.server";
import { draftTarget, type EditorTarget } from "./editor-target.server";
import type { EditorValues } from "./editor-values";
import { formatTags, parseTags } from "./tag-text";

type Args = Pick<ActionFunctionArgs, "request" | "context">;

/** Keeps what is in an editor; gives when, in milliseconds since 1970. @throws UpstreamError */
export async function saveDraft(args: Args, target: EditorTarget, values: EditorValues): Promise<number> {
  const { title, content, tags, classificationId, coverUrl, aiGenerated, version } = values;
  const fields = {
    title,
    content,
    tags: parseTags(tags).slice(0, TAGS_MAX),
    classificationId: classificationId || null,
    coverUrl: coverUrl || null,
    aiGenerated,
  };
  const body = { target: draftTarget(target), baseVersion: version, fields };
  return Date.parse((await gateway(args).call(draftApi.put, { body })).updatedAt);
}

/** The draft that is kept, with when it was kept; null when there is none. @throws UpstreamError */
export async function findDraft(args: Args, target: EditorTarget) {
  const draft = await gateway(args).call(draftApi.get, { query: { target: draftTarget(target) } });
  return draft && { values: valuesOf(draft), savedAt: Date.parse(draft.updatedAt) };
}

/** @throws UpstreamError */
export async function removeDraft(args: Args, target: EditorTarget): Promise<void> {
  await gateway(args).call(draftApi.remove, { body: { target: draftTarget(target) } });
}

function valuesOf({ fields, baseVersion }: StoredDraft): EditorValues {
  const { title, content, tags, classificationId, coverUrl, aiGenerated } = fields;
  return {
    title,
    content,
    tags: formatTags(tags),
    classificationId: classificationId === null ? "" : String(classificationId),
    coverUrl: coverUrl ?? "",
    aiGenerated,
    version: baseVersion,
  };
}

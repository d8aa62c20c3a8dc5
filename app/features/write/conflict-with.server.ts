import { reviewApi } from "#app/contract/moderation/review";
import { gateway } from "#app/server/gateway/gateway.server";
import { editorValues } from "./model/call-fields.server";
import type { EditorDetail } from "./model/editor-result";
import { publishedPath } from "./model/editor-target.server";
import type { EditorValues } from "./model/editor-values";
import type { SentEditor } from "./model/sent-editor.server";
import { heldValues, storedValues } from "./stored-values.server";

/** Text that an edit conflicts with, and the versions with which submitting again overwrites it. */
type Conflicting = {
  versions: Pick<EditorValues, "version" | "baseVersion">;
  detail: Pick<EditorDetail, "stored" | "public">;
};

/**
 * Loads what a refused edit conflicts with: the stored text, or the public text that a held change has to be merged
 * with.
 * @throws UpstreamError
 */
export async function conflictWith({ args, target, values }: SentEditor): Promise<Conflicting> {
  if (!target.held) {
    const stored = await storedValues(args, target);
    return { versions: { version: stored.version }, detail: { stored } };
  }
  const held = await gateway(args).call(reviewApi.get, { params: { id: target.held } });
  const { version, newer, targetId } = held;
  if (version !== values.version || !newer || targetId === null) {
    return { versions: { version }, detail: { stored: heldValues(held) } };
  }
  const stored = editorValues(newer.fields, newer.version);
  return {
    versions: { version, baseVersion: newer.version },
    detail: { stored, public: publishedPath(target, targetId) },
  };
}

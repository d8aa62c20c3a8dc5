import { type HeldDetail, reviewApi } from "#app/contract/moderation/review";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { EDITOR_CALLS } from "./editor-calls.server";
import { editorValues } from "./model/call-fields.server";
import type { EditorTarget } from "./model/editor-target.server";
import { type EditorValues, EMPTY_VALUES } from "./model/editor-values";

/** Initial values of an editor: the stored text, or empty. @throws UpstreamError */
export async function storedValues(args: ServerArgs, target: EditorTarget): Promise<EditorValues> {
  const { call } = gateway(args);
  if (target.held) {
    return heldValues(await call(reviewApi.get, { params: { id: target.held } }));
  }
  if (target.id === null) return EMPTY_VALUES;
  const input = { params: { id: target.id } };
  const { version, ...fields } = await call(EDITOR_CALLS[target.kind].init, input);
  return editorValues(fields, version);
}

/** Initial values of the editor of a held text. */
export const heldValues = ({ fields, version, baseVersion, editReason }: HeldDetail): EditorValues => ({
  ...editorValues(fields, version),
  ...(typeof editReason === "string" ? { reason: editReason } : {}),
  ...(baseVersion ? { baseVersion } : {}),
});

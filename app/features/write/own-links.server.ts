import { measured } from "#app/contract/kinds";
import { serverPaths } from "#app/server/urls/server-paths";
import { encodeId } from "#app/server/urls/short-id.server";
import { type EditorTarget, editorPath } from "./model/editor-target.server";
import type { OwnToolsProps } from "./own-tools";

/** Links to edit and delete one's own text. An answer is edited on its question's page. */
export function ownLinks(target: EditorTarget & { id: number }): OwnToolsProps {
  const shortId = encodeId(target.id);
  return {
    what: measured(target.kind),
    editHref:
      target.kind === "answer" ? serverPaths.editAnswer(encodeId(target.questionId), shortId) : editorPath(target),
    deleteHref: serverPaths.deleteWritten(target.kind, shortId),
  };
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import { editorSettings } from "#app/features/write/model/editor-settings.server";
import { EMPTY_VALUES } from "#app/features/write/model/editor-values";
import { storedValues } from "#app/features/write/stored-values.server";
import { optional } from "#app/server/errors/optional.server";
import { decodeId } from "#app/server/urls/short-id.server";
import { viewerOf } from "#app/server/viewer.server";

/**
 * The answer forms of a question's page: for a new answer, and for the reader's own answer opened by `?aid=…&edit`.
 * Both null if nobody is logged in.
 */
export async function answerWriting(args: LoaderFunctionArgs, questionId: number) {
  const viewer = await viewerOf(args);
  if (viewer.kind !== "member") return { box: null, editing: null };
  const { userId } = viewer.user;
  const query = new URL(args.request.url).searchParams;
  const id = query.has("edit") ? decodeId(query.get("aid")) : null;
  const target = { kind: "answer", questionId } as const;
  // Refused if it is somebody else's, which is then only shown.
  const initial = id === null ? null : await optional(storedValues(args, { ...target, id }));
  return {
    box: { settings: editorSettings({ ...target, id: null }, userId), initial: EMPTY_VALUES },
    editing: initial && { settings: editorSettings({ ...target, id }, userId), initial },
  };
}

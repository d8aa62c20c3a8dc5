import type { ActionFunctionArgs } from "@remix-run/node";
import type { WrittenKind } from "#app/contract/writing/editor-fields";
import { readForm } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { editorPath, editorTarget } from "./model/editor-target.server";
import { runEditorIntent } from "./run-editor-intent.server";

/** Action of an editor's page: redirects to the published text, or returns the form. */
export async function editorAction(args: ActionFunctionArgs, kind: WrittenKind) {
  const target = editorTarget(kind, new URL(args.request.url).searchParams);
  const result = await runEditorIntent(args, target, await readForm(args.request));
  const back = result.status === "ok" ? result.data.to : editorPath(target);
  const flash = result.status === "ok" ? result.message : undefined;
  return respond(args, result, { back, flash, echo: true, leads: true });
}

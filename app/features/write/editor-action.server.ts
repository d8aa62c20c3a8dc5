import type { ActionFunctionArgs } from "@remix-run/node";
import type { WrittenKind } from "#app/contract/writing/editor-fields";
import { isPlainForm } from "#app/forms/is-plain-form.server";
import { readForm } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { editorPath, editorTarget } from "./model/editor-target.server";
import { redirectToDraft } from "./redirect-to-draft.server";
import { runEditorIntent } from "./run-editor-intent.server";

/** Action of an editor's page: redirects to the published text or to the draft, or returns the form. */
export async function editorAction(args: ActionFunctionArgs, kind: WrittenKind) {
  const target = editorTarget(kind, new URL(args.request.url).searchParams);
  const form = await readForm(args.request);
  const run = await runEditorIntent(args, target, form);
  const result = isPlainForm(args.request) ? await redirectToDraft({ args, target, form }, run) : run;
  const back = result.status === "ok" ? result.data.to : editorPath(target);
  const flash = result.status === "ok" ? result.message : undefined;
  return respond(args, result, { back, flash, echo: true, leads: true });
}

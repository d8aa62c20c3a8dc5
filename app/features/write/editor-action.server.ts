import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { setFlash } from "#app/server/flash.server";
import { readForm } from "#app/server/read-form.server";
import { editorTarget } from "./editor-target.server";
import type { WrittenKind } from "./editor-values";
import { runEditorIntent } from "./run-editor-intent.server";

/** The action of an editor's page: leads to what was published, or gives the form back with an answer. */
export async function editorAction(args: ActionFunctionArgs, kind: WrittenKind) {
  const target = editorTarget(kind, new URL(args.request.url).searchParams);
  const result = await runEditorIntent(args, target, await readForm(args.request));
  if (result.kind === "answer") return data(result.answer, { status: result.status });
  throw redirect(result.to, { headers: { "set-cookie": setFlash({ kind: "success", message: result.message }) } });
}

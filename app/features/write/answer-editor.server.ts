import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { setFlash } from "#app/server/flash.server";
import { readForm } from "#app/server/read-form.server";
import { editorTarget } from "./editor-target.server";
import type { WrittenKind } from "./editor-values";
import { submitEditor } from "./submit-editor.server";

/** The action of an editor's page: leads to what was published, or gives the form back with an answer. */
export async function answerEditor(args: ActionFunctionArgs, kind: WrittenKind) {
  const target = editorTarget(kind, new URL(args.request.url).searchParams);
  const result = await submitEditor(args, target, await readForm(args.request));
  if (result.kind === "answer") return data(result.answer, { status: result.status });
  throw redirect(result.to, { headers: { "set-cookie": setFlash({ kind: "success", message: result.message }) } });
}

import type { ActionFunctionArgs } from "@remix-run/node";
import { editorTarget } from "#app/features/write/model/editor-target.server";
import { runEditorIntent } from "#app/features/write/run-editor-intent.server";
import { writtenKind } from "#app/features/write/written-kind.server";
import { readForm } from "#app/forms/read-form.server";
import { scriptReply } from "#app/forms/respond.server";

export { toPageAbove as loader } from "#app/server/urls/page-above.server";

/** Handles editors' forms like their pages do, for scripts. */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const target = editorTarget(writtenKind(args.params.kind), new URL(args.request.url).searchParams);
  return scriptReply(await runEditorIntent(args, target, await readForm(args.request)));
}

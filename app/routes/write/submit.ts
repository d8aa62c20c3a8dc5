import type { ActionFunctionArgs } from "@remix-run/node";
import { editorTarget } from "#app/features/write/editor-target.server";
import { runEditorIntent } from "#app/features/write/run-editor-intent.server";
import { writtenKind } from "#app/features/write/written-kind.server";
import { readForm } from "#app/server/read-form.server";

/** What the editors' pages do with their forms, answered for scripts. */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const target = editorTarget(writtenKind(args.params.kind), new URL(args.request.url).searchParams);
  const result = await runEditorIntent(args, target, await readForm(args.request));
  return Response.json(result, { status: result.kind === "answer" ? result.status : 200 });
}

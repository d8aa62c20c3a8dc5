import type { ActionFunctionArgs } from "@remix-run/node";
import { extApi } from "#app/contract/ext";
import { readValues } from "#app/features/write/editor-values";
import { inNewWindows } from "#app/features/write/in-new-windows";
import { attempt, statusOf } from "#app/server/action-answer.server";
import { gateway } from "#app/server/gateway.server";
import { readForm } from "#app/server/read-form.server";

/** The text as readers will see it, for the editor's scripts. */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const { content } = readValues(await readForm(args.request));
  const answer = await attempt(() => gateway(args).call(extApi.preview, { body: { content } }));
  if (!answer.ok) return Response.json(answer, { status: statusOf(answer) });
  return Response.json({ html: inNewWindows(answer.data.contentHtml) });
}

import type { ActionFunctionArgs } from "@remix-run/node";
import { previewApi } from "#app/contract/writing/preview";
import { inNewWindows } from "#app/features/content/in-new-windows";
import { readValues } from "#app/features/write/model/editor-values";
import { attempt } from "#app/forms/attempt.server";
import { readForm } from "#app/forms/read-form.server";
import { scriptReply } from "#app/forms/respond.server";
import { gateway } from "#app/server/gateway/gateway.server";

export { toPageAbove as loader } from "#app/server/urls/page-above.server";

/** Renders the text as readers will see it, for the editor's scripts. */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const { content } = readValues(await readForm(args.request));
  const preview = async () => {
    const { contentHtml } = await gateway(args).call(previewApi.render, { body: { content } });
    return { html: inNewWindows(contentHtml) };
  };
  return scriptReply(await attempt(preview));
}

import type { ActionFunctionArgs } from "@remix-run/node";
import { commentApi } from "#app/contract/content/comment";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { backPath } from "#app/server/urls/back-path.server";

export { toPageAbove as loader } from "#app/server/urls/page-above.server";

/** Deletes one's own comment. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const id = textOf(form, "id");
  const result = await attempt(() => gateway(args).call(commentApi.remove, { body: { id } }));
  return respond(args, result, { back: backPath(args.request, "comments"), flash: "评论已删除" });
}

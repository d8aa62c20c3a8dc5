import type { ActionFunctionArgs } from "@remix-run/node";
import { acceptApi } from "#app/contract/content/accept";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { backPath } from "#app/server/urls/back-path.server";

export { toPageAbove as loader } from "#app/server/urls/page-above.server";

/** Accepts an answer to one's own question; without an answer, removes the acceptance. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const answerId = textOf(form, "answerId") || null;
  const body = { questionId: textOf(form, "questionId"), answerId };
  const result = await attempt(() => gateway(args).call(acceptApi.set, { body }));
  const back = backPath(args.request, textOf(form, "anchor"));
  return respond(args, result, { back, flash: answerId ? "已采纳这个回答" : "已取消采纳" });
}

import type { ActionFunctionArgs } from "@remix-run/node";
import { askCaptcha } from "#app/features/captcha/captcha-client.server";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { scriptReply } from "#app/forms/respond.server";

export { toPageAbove as loader } from "#app/server/urls/page-above.server";

/** Returns a captcha challenge to our scripts. A write, because each is for one visitor and never cached. */
export async function action(args: ActionFunctionArgs) {
  const type = textOf(await readForm(args.request), "type") === "pow" ? "pow" : "blockPuzzle";
  return scriptReply(await attempt(() => askCaptcha(args, type)));
}

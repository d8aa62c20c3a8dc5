import type { ActionFunctionArgs } from "@remix-run/node";
import { codeAsked, sendCode } from "#app/features/sms-code/send-code.server";
import { readForm } from "#app/forms/read-form.server";
import { scriptReply } from "#app/forms/respond.server";
import { notice } from "#app/server/errors/page-error.server";

export { toPageAbove as loader } from "#app/server/urls/page-above.server";

/** Sends an SMS code for our scripts; forms without scripts are handled by their own page. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const purpose = codeAsked(form);
  if (!purpose) throw notice(400, "请求无效");
  return scriptReply(await sendCode(args, form, purpose));
}

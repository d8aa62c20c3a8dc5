import type { ActionFunctionArgs } from "@remix-run/node";
import { codeAsked, sendCode } from "#app/features/sms-code/send-code.server";
import { statusOf } from "#app/server/action-answer.server";
import { notice } from "#app/server/page-error.server";
import { readForm } from "#app/server/read-form.server";

/** Where our scripts ask for a code in a short message; forms without scripts are answered by their own page. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const purpose = codeAsked(form);
  if (!purpose) throw notice(400, "请求无效");
  const step = await sendCode(args, form, purpose);
  // Remix drops the status of `data` where there is no page.
  return Response.json(step, { status: step.kind === "refused" ? statusOf({ ok: false, ...step }) : 200 });
}

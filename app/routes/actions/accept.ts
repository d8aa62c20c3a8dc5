import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { acceptApi } from "#app/contract/accept";
import { paths } from "#app/paths";
import { attempt, isPlainForm, statusOf, textOf } from "#app/server/action-answer.server";
import { backPath } from "#app/server/back-path.server";
import { setFlash } from "#app/server/flash.server";
import { gateway } from "#app/server/gateway.server";
import { readForm } from "#app/server/read-form.server";

/** Accepts an answer to one's own question; without an answer it takes that back. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const answerId = textOf(form, "answerId") || null;
  const body = { questionId: textOf(form, "questionId"), answerId };
  const answer = await attempt(() => gateway(args).call(acceptApi.set, { body }));
  if (!isPlainForm(args.request)) return data(answer, answer.ok ? 200 : statusOf(answer));
  const back = backPath(args.request, textOf(form, "anchor"));
  if (!answer.ok && answer.code === "NOT_LOGIN") return redirect(paths.login(back));
  const flash = answer.ok
    ? setFlash({ kind: "success", message: answerId ? "已采纳这个回答" : "已取消采纳" })
    : setFlash({ kind: "error", message: answer.message });
  return redirect(back, { headers: { "set-cookie": flash } });
}

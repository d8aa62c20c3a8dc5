import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { commentApi } from "#app/contract/comment";
import { attempt, isPlainForm, statusOf, textOf } from "#app/server/action-answer.server";
import { backPath } from "#app/server/back-path.server";
import { setFlash } from "#app/server/flash.server";
import { gateway } from "#app/server/gateway.server";
import { readForm } from "#app/server/read-form.server";

/** Takes back one's own comment. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const id = Number(textOf(form, "id"));
  const answer = await attempt(() => gateway(args).call(commentApi.remove, { body: { id } }));
  if (!isPlainForm(args.request)) return data(answer, answer.ok ? 200 : statusOf(answer));
  const flash = answer.ok
    ? setFlash({ kind: "success", message: "评论已删除" })
    : setFlash({ kind: "error", message: answer.message });
  return redirect(backPath(args.request, "comments"), { headers: { "set-cookie": flash } });
}

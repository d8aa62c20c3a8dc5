import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { newsApi, newsKind } from "#app/contract/news";
import { attempt, isPlainForm, statusOf, textOf } from "#app/server/action-answer.server";
import { backPath } from "#app/server/back-path.server";
import { setFlash } from "#app/server/flash.server";
import { gateway } from "#app/server/gateway.server";
import { readForm } from "#app/server/read-form.server";

/** Marks the notifications of one kind, or all of them, as read. */
export async function action(args: ActionFunctionArgs) {
  const kind = newsKind.safeParse(textOf(await readForm(args.request), "kind"));
  const body = kind.success ? { kind: kind.data } : {};
  const answer = await attempt(() => gateway(args).call(newsApi.readAll, { body }));
  if (!isPlainForm(args.request)) return data(answer, answer.ok ? 200 : statusOf(answer));
  const flash = answer.ok ? undefined : { "set-cookie": setFlash({ kind: "error", message: answer.message }) };
  return redirect(backPath(args.request), flash && { headers: flash });
}

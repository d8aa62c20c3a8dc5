import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { zhikuContentApi } from "#app/contract/zhiku/content";
import { zhikuIdOf } from "#app/features/zhiku/reader/load-zhiku-article.server";
import { loginFirst } from "#app/features/zhiku/reader/start-download.server";
import { paths } from "#app/paths";
import { attempt, isPlainForm, statusOf } from "#app/server/action-answer.server";
import { setFlash } from "#app/server/flash.server";
import { gateway } from "#app/server/gateway.server";

/** The original of a document, as it comes from the upstream. */
export async function action(args: ActionFunctionArgs) {
  const contentId = zhikuIdOf(args);
  const answer = await attempt(() => gateway(args).stream(zhikuContentApi.downloadDocument, { body: { contentId } }));
  if (answer.ok) return answer.data;
  const login = loginFirst(answer, args);
  if (login) return login;
  if (!isPlainForm(args.request)) return Response.json(answer, { status: statusOf(answer) });
  const page = paths.zhikuArticle(args.params.hash_id ?? "");
  return redirect(page, { headers: { "set-cookie": setFlash({ kind: "error", message: answer.message }) } });
}

import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { zhikuContentApi } from "#app/contract/zhiku/content";
import { pageOf } from "#app/features/zhiku/reader/hand-out-file.server";
import { zhikuIdOf } from "#app/features/zhiku/reader/load-zhiku-article.server";
import { paths } from "#app/paths";
import { isPlainForm, statusOf } from "#app/server/action-answer.server";
import { setFlash } from "#app/server/flash.server";
import { gateway } from "#app/server/gateway.server";
import { UpstreamError } from "#app/server/upstream-error";

/** The original of a document, as it comes from the upstream. */
export async function action(args: ActionFunctionArgs) {
  const contentId = zhikuIdOf(args);
  try {
    return await gateway(args).stream(zhikuContentApi.downloadDocument, { body: { contentId } });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const { code, message, fields } = error;
    const refusal = { ok: false, code, message, fields } as const;
    if (!isPlainForm(args.request)) return Response.json(refusal, { status: statusOf(refusal) });
    const own = pageOf(error, args);
    if (own) throw own;
    const page = paths.zhikuArticle(args.params.hash_id ?? "");
    return redirect(page, { headers: { "set-cookie": setFlash({ kind: "error", message }) } });
  }
}

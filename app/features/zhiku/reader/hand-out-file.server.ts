import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { MESSAGES, SILENT_CODES } from "#app/contract/codes";
import { zhikuContentApi } from "#app/contract/zhiku/content";
import { paths } from "#app/paths";
import { statusOf, textOf } from "#app/server/action-answer.server";
import { gateway } from "#app/server/gateway.server";
import { isOwnObjectUrl } from "#app/server/object-url.server";
import { pageError } from "#app/server/page-error.server";
import { readForm } from "#app/server/read-form.server";
import { UpstreamError } from "#app/server/upstream-error";
import { zhikuIdOf } from "./load-zhiku-article.server";

/** Leads to a file under an address that is good for a minute: an attachment by its number, else the original. */
export async function handOutFile(args: ActionFunctionArgs) {
  const contentId = zhikuIdOf(args);
  const form = await readForm(args.request);
  const use = textOf(form, "use") === "preview" ? "preview" : "download";
  const attachmentId = Number(textOf(form, "attachment"));
  const { call } = gateway(args);
  try {
    const { url } = attachmentId
      ? await call(zhikuContentApi.attachmentDownloadUrl, { body: { attachmentId, use } })
      : await call(zhikuContentApi.documentDownloadUrl, { body: { contentId, use } });
    if (isOwnObjectUrl(url)) return redirect(url);
    return data({ error: MESSAGES.INTERNAL }, { status: 502 });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const page = pageOf(error, args);
    if (page) throw page;
    return data({ error: error.message }, { status: statusOf({ ok: false, ...error, fields: {} }) });
  }
}

/** The page that a refusal to hand out a file has of its own: to log in and come back, or zhiku's; null for others. */
export function pageOf(error: UpstreamError, args: Pick<ActionFunctionArgs, "request" | "params">) {
  if (error.code === "NOT_LOGIN") return redirect(paths.login(paths.zhikuArticle(args.params.hash_id ?? "")));
  return SILENT_CODES.includes(error.code) ? pageError(error, args.request) : null;
}

import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { MESSAGES } from "#app/contract/codes";
import { zhikuContentApi } from "#app/contract/zhiku/content";
import { attempt, refusalOf } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";
import { isOwnObjectUrl } from "#app/server/uploads/object-url.server";
import { zhikuIdOf } from "./load-zhiku-article.server";

/** Redirects to a presigned URL of a file: an attachment by id, else the original. */
export async function startDownload(args: ActionFunctionArgs) {
  const contentId = zhikuIdOf(args);
  const form = await readForm(args.request);
  const use = textOf(form, "use") === "preview" ? "preview" : "download";
  const attachmentId = Number(textOf(form, "attachment"));
  const { call } = gateway(args);
  const result = await attempt(() =>
    attachmentId
      ? call(zhikuContentApi.attachmentDownloadUrl, { body: { attachmentId, use } })
      : call(zhikuContentApi.documentDownloadUrl, { body: { contentId, use } }),
  );
  const back = paths.zhikuArticle(args.params.hash_id ?? "");
  if (result.status !== "ok") return loginFirst(result, args) ?? respond(args, result, { back, echo: true });
  if (isOwnObjectUrl(result.data.url)) return redirect(result.data.url);
  return respond(args, refusalOf({ code: "INTERNAL", message: MESSAGES.INTERNAL, fields: {} }), { back, echo: true });
}

/** Redirects to the login, and then back to the document; null for other refusals. */
export const loginFirst = ({ code }: { code: string }, { params }: Pick<ActionFunctionArgs, "params">) =>
  code === "NOT_LOGIN" ? redirect(paths.login(paths.zhikuArticle(params.hash_id ?? ""))) : null;

import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { MESSAGES } from "#app/contract/codes";
import { zhikuContentApi } from "#app/contract/zhiku/content";
import { attempt, refusedResult } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";
import { isOwnObjectUrl } from "#app/server/uploads/object-url.server";
import { serverPaths } from "#app/server/urls/server-paths";
import { WALL_ID, zhikuIdOf } from "./load-zhiku-article.server";

/** Redirects to a presigned URL of a file: an attachment by id, else the original. */
export async function startDownload(args: ActionFunctionArgs) {
  const contentId = zhikuIdOf(args);
  const form = await readForm(args.request);
  const use = textOf(form, "use") === "preview" ? "preview" : "download";
  const attachmentId = textOf(form, "attachment");
  const { call } = gateway(args);
  const result = await attempt(
    () =>
      attachmentId
        ? call(zhikuContentApi.attachmentDownloadUrl, { body: { attachmentId, use } })
        : call(zhikuContentApi.documentDownloadUrl, { body: { contentId, use } }),
    { explains: AT_THE_WALL },
  );
  const back = serverPaths.zhikuArticle(args.params.hash_id ?? "");
  if (result.status !== "ok") return wayToFiles(result, args) ?? respond(args, result, { back, echo: true });
  if (isOwnObjectUrl(result.data.url)) return redirect(result.data.url);
  return respond(args, refusedResult({ code: "INTERNAL", message: MESSAGES.INTERNAL, fields: {} }), {
    back,
    echo: true,
  });
}

/** Refusals that the document's paywall explains, with the way to what is missing. */
export const AT_THE_WALL = ["USER_INFO_INCOMPLETE", "RIGHTS_NOT_SUBSCRIBED"];

/**
 * Redirects to the login and back, or to the paywall of the document, whose reader had the right when they opened it;
 * null for other refusals.
 */
export function wayToFiles({ code }: { code: string }, { params }: Pick<ActionFunctionArgs, "params">) {
  const document = serverPaths.zhikuArticle(params.hash_id ?? "");
  if (code === "NOT_LOGIN") return redirect(paths.login(document));
  return AT_THE_WALL.includes(code) ? redirect(`${document}#${WALL_ID}`) : null;
}

import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { MESSAGES } from "#app/contract/codes";
import { zhikuContentApi } from "#app/contract/zhiku/content";
import { paths } from "#app/paths";
import { attempt, statusOf, textOf } from "#app/server/action-answer.server";
import { gateway } from "#app/server/gateway.server";
import { isOwnObjectUrl } from "#app/server/object-url.server";
import { readForm } from "#app/server/read-form.server";
import { zhikuIdOf } from "./load-zhiku-article.server";

/** Leads to a file under an address that is good for a minute: an attachment by its number, else the original. */
export async function startDownload(args: ActionFunctionArgs) {
  const contentId = zhikuIdOf(args);
  const form = await readForm(args.request);
  const use = textOf(form, "use") === "preview" ? "preview" : "download";
  const attachmentId = Number(textOf(form, "attachment"));
  const { call } = gateway(args);
  const answer = await attempt(() =>
    attachmentId
      ? call(zhikuContentApi.attachmentDownloadUrl, { body: { attachmentId, use } })
      : call(zhikuContentApi.documentDownloadUrl, { body: { contentId, use } }),
  );
  if (!answer.ok) return loginFirst(answer, args) ?? data({ error: answer.message }, { status: statusOf(answer) });
  if (isOwnObjectUrl(answer.data.url)) return redirect(answer.data.url);
  return data({ error: MESSAGES.INTERNAL }, { status: 502 });
}

/** Who is not logged in does so first, and comes back to the document; null for other refusals. */
export const loginFirst = ({ code }: { code: string }, { params }: Pick<ActionFunctionArgs, "params">) =>
  code === "NOT_LOGIN" ? redirect(paths.login(paths.zhikuArticle(params.hash_id ?? ""))) : null;

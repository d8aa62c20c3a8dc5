import type { ActionFunctionArgs } from "@remix-run/node";
import { measured } from "#app/contract/kinds";
import { type ReportReason, type ReportTarget, reportApi, reportTarget } from "#app/contract/moderation/report";
import { parseId } from "#app/contract/text/parse-id";
import { loadGlance } from "#app/features/content/load-glance.server";
import { answerPath, pagePath } from "#app/features/content/page-path.server";
import { attempt } from "#app/forms/attempt.server";
import type { Refused } from "#app/forms/form-result";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { paths } from "#app/paths";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { safePath } from "#app/server/urls/safe-path.server";

/** Subject of a report: kind, id and a phrase (这篇文章), and the path to return to, if the link named one. */
export type ReportPlace = { kind: ReportTarget; id: number; what: string; next: string | null };

const LOGIN_ENDED = "登录已失效，填好的内容还在下面。请在新窗口登录，再回到这里提交";

/**
 * Subject of a report in the page's URL.
 * @throws Response: 404 for anything that can't be reported
 */
export function reportPlaceOf({ url }: Request): ReportPlace {
  const query = new URL(url).searchParams;
  const [kind, number] = (query.get("on") ?? "").split(":");
  const known = reportTarget.safeParse(kind);
  const id = parseId(number);
  if (!known.success || id === null) throw notFound();
  const what = known.data === "user" ? "这位用户" : `这${measured(known.data)}`;
  return { kind: known.data, id, what, next: safePath(query.get("next"), "") || null };
}

/** Sends a report and redirects back, or to what was reported; a refused form is returned with the submitted values. */
export async function sendReport(args: ActionFunctionArgs) {
  const { kind, id, next } = reportPlaceOf(args.request);
  const form = await readForm(args.request);
  const reason = textOf(form, "reason");
  const detail = textOf(form, "detail");
  // The upstream validates the reason together with everything else.
  const body = { targetKind: kind, targetId: id, reason: reason as ReportReason, detail };
  const result = await attempt(() => gateway(args).call(reportApi.add, { body }), { values: { reason, detail } });
  const flash = "举报已收到，谢谢你，我们会尽快查看";
  const back = next ?? (await reportedPath(args, { kind, id }));
  return respond(args, result, { back, flash, echo: true, leads: true, ended: LOGIN_ENDED });
}

/** Path of the page that shows what is reported; the home page if it is gone. */
export async function reportedPath(args: ServerArgs, { kind, id }: Pick<ReportPlace, "kind" | "id">): Promise<string> {
  if (kind === "answer") return answerPath(id, null);
  if (kind !== "comment") return pagePath(kind, id);
  const under = (await loadGlance(args, kind, id).catch(() => null))?.under;
  return under ? reportedPath(args, under) : paths.home();
}

/** Refusal of a report, with the submitted values. */
export type ReportRefusal = Refused<{ reason: string; detail: string }>;

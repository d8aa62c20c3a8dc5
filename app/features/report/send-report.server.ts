import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { type ReportReason, type ReportTarget, reportApi, reportTarget } from "#app/contract/report";
import { attempt, statusOf, textOf } from "#app/server/action-answer.server";
import { setFlash } from "#app/server/flash.server";
import { gateway } from "#app/server/gateway.server";
import { notFound } from "#app/server/page-error.server";
import { readForm } from "#app/server/read-form.server";
import { markFormReturned } from "#app/server/returned-form.server";
import { safePath } from "#app/server/safe-path.server";

/** What a report is about, and where its reporter goes on to. */
export type ReportPlace = { kind: ReportTarget; id: number; next: string };

const LOGIN_ENDED = "登录已失效，填好的内容还在下面。请在新窗口登录，再回到这里提交";

/**
 * Reads the address of the page.
 * @throws Response: not found where it names nothing that can be reported
 */
export function reportPlaceOf({ url }: Request): ReportPlace {
  const query = new URL(url).searchParams;
  const [, kind, id] = /^([a-z]+):([1-9]\d{0,14})$/.exec(query.get("on") ?? "") ?? [];
  const known = reportTarget.safeParse(kind);
  if (!known.success) throw notFound();
  return { kind: known.data, id: Number(id), next: safePath(query.get("next")) };
}

/** Sends a report and goes back to the place; what is refused comes back with what was typed. */
export async function sendReport(args: ActionFunctionArgs) {
  const { kind, id, next } = reportPlaceOf(args.request);
  const form = await readForm(args.request);
  const reason = textOf(form, "reason");
  const detail = textOf(form, "detail");
  // Whether it is one of the reasons is for the upstream to say, together with all else that is wrong.
  const body = { targetKind: kind, targetId: id, reason: reason as ReportReason, detail };
  const answer = await attempt(() => gateway(args).call(reportApi.add, { body }), { typed: true });
  if (answer.ok) {
    const thanks = setFlash({ kind: "success", message: "举报已收到，谢谢你，我们会尽快查看" });
    return redirect(next, { headers: { "set-cookie": thanks } });
  }
  const login = answer.code === "NOT_LOGIN";
  if (login) markFormReturned(args.context);
  const message = login ? LOGIN_ENDED : answer.message;
  return data({ message, login, fields: answer.fields, values: { reason, detail } }, statusOf(answer));
}

export type ReportRefusal = {
  message: string;
  /** It was refused since the login has ended. */
  login: boolean;
  fields: Record<string, string>;
  values: { reason: string; detail: string };
};

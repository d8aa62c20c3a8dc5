import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { wechatReceiverApi } from "#app/contract/notification/wechat-receiver";
import { askOpenid } from "#app/features/login/ask-openid.server";
import { forgetWechat, type WechatAttempt, wechatAttemptOf } from "#app/features/login/wechat-attempt.server";
import { notificationSettingsPath, wechatMessagesPath } from "#app/features/notification-settings/settings-path";
import { attempt } from "#app/forms/attempt.server";
import { type Flash, setFlash } from "#app/server/cookies/flash.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { isOwnVisit, isVisit } from "#app/server/request/visit.server";
import { requireUser } from "#app/server/viewer.server";

/** Redirects to WeChat, which returns with a code by which the upstream learns the openid for messages. */
export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args);
  const query = new URL(args.request.url).searchParams;
  return query.has("state") ? comeBack(args, query) : leave(args);
}

async function leave(args: LoaderFunctionArgs): Promise<Response> {
  if (!isOwnVisit(args.request)) return redirect(notificationSettingsPath());
  const asked = await askOpenid(args, wechatMessagesPath(), { purpose: "tell", next: notificationSettingsPath() });
  if (!asked) return back(args.request, null, { kind: "error", message: "本站没有开通微信通知" });
  return redirect(asked.url, { headers: { "set-cookie": asked.cookie } });
}

async function comeBack(args: LoaderFunctionArgs, query: URLSearchParams): Promise<Response> {
  if (!isVisit(args.request)) return redirect(notificationSettingsPath());
  const begun = wechatAttemptOf(args.request, query.get("state"));
  const code = query.get("code");
  if (begun?.purpose !== "tell") {
    return back(args.request, null, { kind: "error", message: "微信授权已失效，请重新开通" });
  }
  const done = (flash: Flash | null) => back(args.request, begun, flash);
  if (!code) return done({ kind: "info", message: "你取消了微信授权" });
  const result = await attempt(() => gateway(args).call(wechatReceiverApi.keep, { body: { code } }));
  // Without a message if the session has just ended, since the redirect leads home.
  if (result.status === "refused")
    return done(result.code === "NOT_LOGIN" ? null : { kind: "error", message: result.message });
  return done({ kind: "success", message: "微信已开通，请勾选要收哪些" });
}

/** Ends the attempt, if any, and returns to the settings. */
function back(request: Request, begun: WechatAttempt | null, flash: Flash | null): Response {
  const headers = new Headers();
  if (begun) headers.append("set-cookie", forgetWechat(request, begun));
  if (flash) headers.append("set-cookie", setFlash(flash));
  return redirect(notificationSettingsPath(), { headers });
}

import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { wechatApi } from "#app/contract/people/wechat";
import { forgetWechat, wechatAttemptOf } from "#app/features/login/wechat-attempt.server";
import { attempt } from "#app/forms/attempt.server";
import { paths } from "#app/paths";
import { setFlash } from "#app/server/cookies/flash.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { isVisit } from "#app/server/request/visit.server";
import { viewerOf } from "#app/server/viewer.server";

const CODE = /^[\w-]{1,200}$/;

/** Return URL of WeChat: with `code`, or without it if the person refused. */
export async function loader(args: LoaderFunctionArgs) {
  // Only a navigation counts: a picture in somebody's text must not end the attempt.
  if (!isVisit(args.request)) return redirect(paths.login());
  const query = new URL(args.request.url).searchParams;
  const state = query.get("state");
  const code = query.get("code");
  const begun = wechatAttemptOf(args.request, state);
  if (!begun || begun.purpose === "pay" || begun.purpose === "tell" || begun.ended) {
    const isMember = (await viewerOf(args)).kind === "member";
    if (begun?.ended && isMember) return redirect(begun.next);
    // A member came to bind their account.
    return giveUp(isMember ? paths.accountSecure() : paths.login(), "微信授权已失效，请重新扫码");
  }
  const { purpose, next } = begun;
  const back = purpose === "bind" ? paths.accountSecure() : paths.login(next);
  // Attempts of other tabs go on.
  const forget = forgetWechat(args.request, begun);
  if (!code) return giveUp(back, "你取消了微信授权", "info", forget);
  if (!CODE.test(code)) return giveUp(back, "微信授权失败，请重试", "error", forget);
  const body = { code, state: begun.state, purpose, proof: begun.proof };
  const result = await attempt(() => gateway(args).call(wechatApi.exchange, { body }));
  return result.status === "ok"
    ? redirect(paths.wechatLogin(begun.state, result.data.obj))
    : giveUp(back, result.message, "error", forget);
}

function giveUp(to: string, message: string, kind: "error" | "info" = "error", forget?: string): Response {
  const headers = new Headers();
  if (forget) headers.append("set-cookie", forget);
  headers.append("set-cookie", setFlash({ kind, message }));
  return redirect(to, { headers });
}

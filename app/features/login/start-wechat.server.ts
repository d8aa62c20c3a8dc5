import { redirect } from "@remix-run/node";
import { wechatApi } from "#app/contract/people/wechat";
import { attempt } from "#app/forms/attempt.server";
import { paths } from "#app/paths";
import { setFlash } from "#app/server/cookies/flash.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { FRAMED_BY_US } from "#app/server/headers/content-security-policy.server";
import { isOwnVisit } from "#app/server/request/visit.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { beginWechat, rememberWechat, type WechatAttempt } from "./wechat-attempt.server";

const NO_WECHAT = "本站没有开通微信登录，请用手机号登录";

/**
 * Redirects to WeChat's page; or back if there is none, or if this is not a visit: an image or link on another site
 * must neither start an attempt nor end a running one.
 */
export async function startWechat(args: ServerArgs, begun: WechatAttempt, back: string): Promise<Response> {
  if (!isOwnVisit(args.request)) return redirect(back);
  const result = await attempt(() => gateway(args).call(wechatApi.authorization, { query: { state: begun.state } }));
  if (result.status === "ok" && result.data) {
    // A binding keeps its cookie, which must not outlive the proof in it: nothing else would ask for a new one.
    const headers: HeadersInit = begun.proof ? {} : { "set-cookie": rememberWechat(args.request, begun) };
    return redirect(result.data.pageUrl, { headers });
  }
  const message = result.status === "ok" ? NO_WECHAT : result.message;
  return redirect(back, { headers: { "set-cookie": setFlash({ kind: "error", message }) } });
}

/** Redirects a frame of ours to WeChat's page for frames; errors are shown inside it. */
export async function frameWechat(args: ServerArgs, next: string): Promise<Response> {
  if (!isOwnVisit(args.request)) return redirect(paths.login(next));
  const begun = beginWechat(args.request, { purpose: "login", next });
  const result = await attempt(() => gateway(args).call(wechatApi.authorization, { query: { state: begun.state } }));
  if (result.status === "ok" && result.data) {
    return redirect(result.data.frameUrl, { headers: { "set-cookie": rememberWechat(args.request, begun) } });
  }
  return new Response(
    `<!DOCTYPE html><html lang="zh-CN"><title>微信登录</title><p>${result.status === "ok" ? NO_WECHAT : result.message}</p>`,
    {
      status: 503,
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": "default-src 'none'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
        ...FRAMED_BY_US,
      },
    },
  );
}

import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { wechatApi } from "#app/contract/wechat";
import { paths } from "#app/paths";
import { attempt } from "#app/server/action-answer.server";
import { setFlash } from "#app/server/flash.server";
import { gateway } from "#app/server/gateway.server";
import { beginWeixin, rememberWeixin, type WeixinAttempt } from "./weixin-attempt.server";

/** Sends a browser to WeChat's page; back to where it came from when there is no such page. */
export async function startWeixin(
  args: Pick<LoaderFunctionArgs, "request" | "context">,
  { purpose, next }: Pick<WeixinAttempt, "purpose" | "next">,
): Promise<Response> {
  const begun = beginWeixin(purpose, next);
  const answer = await attempt(() => gateway(args).call(wechatApi.authorization, { query: { state: begun.state } }));
  if (answer.ok && answer.data) {
    return redirect(answer.data.pageUrl, { headers: { "set-cookie": rememberWeixin(begun) } });
  }
  const message = answer.ok ? "本站没有开通微信登录，请用手机号登录" : answer.message;
  const back = purpose === "bind" ? paths.accountSecure() : paths.login(next);
  return redirect(back, { headers: { "set-cookie": setFlash({ kind: "error", message }) } });
}

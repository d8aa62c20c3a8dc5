import { wechatApi } from "#app/contract/people/wechat";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { beginWechat, rememberWechat, type WechatAttempt } from "./wechat-attempt.server";

/**
 * WeChat's page that returns the visitor's openid to `path`, and the cookie that proves that this browser asked. Null
 * if there is no such page.
 */
export async function askOpenid(
  args: ServerArgs,
  path: string,
  begun: Pick<WechatAttempt, "purpose" | "next">,
): Promise<{ url: string; cookie: string } | null> {
  const attempt = beginWechat(args.request, begun);
  const query = { path, state: attempt.state };
  const page = await optional(gateway(args).call(wechatApi.payerAuthorization, { query }));
  return page && { url: page.url, cookie: rememberWechat(args.request, attempt) };
}

import { wechatApi } from "#app/contract/wechat";
import { gateway } from "#app/server/gateway.server";
import { optional } from "#app/server/optional.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { beginWechat, rememberWechat, type WechatAttempt } from "./wechat-attempt.server";

/**
 * WeChat's page that tells `path` who somebody is to the official account, and the cookie by which that one knows that this
 * browser has asked. Null where there is no such page.
 */
export async function askOpenid(
  args: ServerArgs,
  path: string,
  begun: Pick<WechatAttempt, "purpose" | "next">,
): Promise<{ url: string; cookie: string } | null> {
  const attempt = beginWechat(args.request, begun);
  const query = { path, state: attempt.state };
  const page = await optional(gateway(args).call(wechatApi.payerAuthorization, { query }));
  return page && { url: page.url, cookie: rememberWechat(attempt) };
}

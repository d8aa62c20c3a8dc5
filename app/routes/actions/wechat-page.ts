import type { ActionFunctionArgs } from "@remix-run/node";
import { zhikuWechatApi } from "#app/contract/zhiku/wechat";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { scriptReply } from "#app/forms/respond.server";
import { gateway } from "#app/server/gateway/gateway.server";

export { toPageAbove as loader } from "#app/server/urls/page-above.server";

/** Configures WeChat's JS-SDK on one of our pages (`url`). */
export async function action(args: ActionFunctionArgs) {
  const url = textOf(await readForm(args.request), "url");
  const result = await attempt(() => gateway(args).call(zhikuWechatApi.jsSdkConfig, { body: { url } }));
  return scriptReply(result);
}

import type { ActionFunctionArgs } from "@remix-run/node";
import { zhikuWechatApi } from "#app/contract/zhiku/wechat";
import { attempt, textOf } from "#app/server/action-answer.server";
import { gateway } from "#app/server/gateway.server";
import { readForm } from "#app/server/read-form.server";

/** What WeChat's JS-SDK is configured with on one of our pages (`url`); null where there is none, which nobody is told. */
export async function action(args: ActionFunctionArgs) {
  const url = textOf(await readForm(args.request), "url");
  const answer = await attempt(() => gateway(args).call(zhikuWechatApi.jsSdkConfig, { body: { url } }));
  return Response.json(answer.ok ? answer.data : null);
}

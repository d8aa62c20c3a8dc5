import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { forgetWechat, wechatAttemptOf } from "#app/features/login/wechat-attempt.server";
import { profileBefore } from "#app/features/zhiku/rights/chosen-offer.server";
import { purchaseOf } from "#app/features/zhiku/rights/order-offer.server";
import { wantedOf } from "#app/features/zhiku/rights/payer.server";
import { attempt } from "#app/forms/attempt.server";
import { paths } from "#app/paths";
import { setFlash } from "#app/server/cookies/flash.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { isVisit } from "#app/server/request/visit.server";
import { requireUser } from "#app/server/viewer.server";

/** Return URL of WeChat, with a code that identifies the payer: the order requested before is created now. */
export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args);
  if (!isVisit(args.request)) return redirect(paths.zhikuRights());
  const query = new URL(args.request.url).searchParams;
  const begun = wechatAttemptOf(args.request, query.get("state"));
  if (begun?.purpose !== "pay") return leave(paths.zhikuRights(), "微信授权已失效，请重新购买");
  const wanted = wantedOf(begun);
  const { offer, back } = wanted;
  const weixinCode = query.get("code");
  const done = (to: string, refusal?: string) => leave(to, refusal, forgetWechat(args.request, begun));
  if (!weixinCode) return done(paths.zhikuRights({ back }), "微信没有说明由谁支付，请重试");
  const body = { ...purchaseOf(wanted), channel: "jsapi" as const, weixinCode };
  const result = await attempt(() => gateway(args).call(zhikuOrderApi.create, { body }), {
    explains: ["USER_INFO_INCOMPLETE"],
  });
  // Profile rejected by the operator meanwhile.
  if (result.status === "refused" && result.code === "USER_INFO_INCOMPLETE") return done(profileBefore(wanted));
  if (result.status === "refused") return done(paths.zhikuRights({ offer, back }), result.message);
  return done(paths.zhikuOrder(result.data.order.orderNo, back));
}

function leave(to: string, refusal?: string, forget?: string): Response {
  const headers = new Headers();
  if (forget) headers.append("set-cookie", forget);
  if (refusal) headers.append("set-cookie", setFlash({ kind: "error", message: refusal }));
  return redirect(to, { headers });
}

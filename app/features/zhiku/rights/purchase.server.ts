import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { paths } from "#app/paths";
import { attempt, statusOf, textOf } from "#app/server/action-answer.server";
import { isInWeixin } from "#app/server/device.server";
import { gateway } from "#app/server/gateway.server";
import { readForm } from "#app/server/read-form.server";
import { safePath } from "#app/server/safe-path.server";
import { viewerOf } from "#app/server/viewer.server";
import { backOf } from "../back.server";
import { askWhoPays } from "./payer.server";
import type { PurchaseAnswer } from "./purchase-answer";

/** Makes the order that a form asks for, and goes on to pay it: by a QR code, or by WeChat itself within WeChat. */
export async function purchase(args: Pick<ActionFunctionArgs, "request" | "context">) {
  const { request } = args;
  const { pathname, search } = new URL(request.url);
  if ((await viewerOf(args)).kind === "anonymous") return redirect(paths.login(safePath(pathname + search)));
  const form = await readForm(request);
  const wanted = { offerId: textOf(form, "offerId"), requestId: textOf(form, "requestId") };
  const input = isInWeixin(request)
    ? { body: { ...wanted, channel: "jsapi" as const } }
    : { body: { ...wanted, channel: "native" as const } };
  const back = backOf(request);
  const answer = await attempt(() => gateway(args).call(zhikuOrderApi.create, input));
  if (answer.ok) return redirect(paths.zhikuOrder(answer.data.order.orderNo, back));
  const told: PurchaseAnswer = { ...wanted, message: answer.message, weixinUrl: null };
  if (!answer.fields.weixinCode) return data(told, statusOf(answer));
  const asking = await askWhoPays(args, { offer: wanted.offerId, request: wanted.requestId, back: back ?? "" });
  if (!asking) return data({ ...told, message: answer.fields.weixinCode }, 422);
  // No redirect: our policy lets no form lead to another site.
  return data({ ...told, message: "", weixinUrl: asking.url }, { headers: { "set-cookie": asking.cookie } });
}

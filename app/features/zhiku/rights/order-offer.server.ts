import type { ActionFunctionArgs } from "@remix-run/node";
import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { paths } from "#app/paths";
import { attempt, type Refusal } from "#app/server/action-answer.server";
import { isInWechat } from "#app/server/device.server";
import { gateway } from "#app/server/gateway.server";
import { askWhoPays, type Wanted } from "./payer.server";

/** Where an order is paid; WeChat's page, which has to say first who is going to pay; or why there is no order. */
export type Ordered =
  | { kind: "made"; to: string }
  | { kind: "payer-asked"; url: string; cookie: string }
  | { kind: "refused"; refusal: Refusal };

/** Makes the order that somebody wants: to pay by a QR code, or by WeChat itself within WeChat. */
export async function orderOffer(
  args: Pick<ActionFunctionArgs, "request" | "context">,
  wanted: Wanted,
): Promise<Ordered> {
  const purchase = { offerId: wanted.offer, requestId: wanted.request };
  const input = isInWechat(args.request)
    ? { body: { ...purchase, channel: "jsapi" as const } }
    : { body: { ...purchase, channel: "native" as const } };
  const answer = await attempt(() => gateway(args).call(zhikuOrderApi.create, input), { asksForProfile: true });
  if (answer.ok) return { kind: "made", to: paths.zhikuOrder(answer.data.order.orderNo, wanted.back || undefined) };
  const { weixinCode } = answer.fields;
  if (!weixinCode) return { kind: "refused", refusal: answer };
  const asking = await askWhoPays(args, wanted);
  return asking ? { kind: "payer-asked", ...asking } : { kind: "refused", refusal: { ...answer, message: weixinCode } };
}

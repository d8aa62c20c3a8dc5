import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { attempt } from "#app/forms/attempt.server";
import type { InStep, Refused } from "#app/forms/form-result";
import { respond } from "#app/forms/respond.server";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";
import { isInWechat } from "#app/server/request/device.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { askWhoPays, type WantedOffer } from "./payer.server";
import type { PayerStep } from "./purchase-result";
import { seenIn } from "./seen-offer";

/** The payment page; WeChat's page that identifies the payer first; or why there is no order. */
export type Ordered =
  | { kind: "made"; to: string }
  | { kind: "payer-asked"; url: string; cookie: string }
  | { kind: "refused"; refusal: Refused };

/** Body of the call that creates a wanted order, without its channel. */
export function purchaseOf({ offer, request, seen }: WantedOffer) {
  const shown = seenIn(seen);
  return { offerId: offer, requestId: request, ...(shown && { seen: shown }) };
}

/** Creates the wanted order: paid by a QR code, or directly inside WeChat. */
export async function orderOffer(args: ServerArgs, wanted: WantedOffer): Promise<Ordered> {
  const purchase = purchaseOf(wanted);
  const input = isInWechat(args.request)
    ? { body: { ...purchase, channel: "jsapi" as const } }
    : { body: { ...purchase, channel: "native" as const } };
  const result = await attempt(() => gateway(args).call(zhikuOrderApi.create, input), {
    explains: ["USER_INFO_INCOMPLETE"],
  });
  if (result.status === "ok")
    return { kind: "made", to: paths.zhikuOrder(result.data.order.orderNo, wanted.back || undefined) };
  const { weixinCode } = result.fields;
  if (!weixinCode) return { kind: "refused", refusal: result };
  const asking = await askWhoPays(args, wanted);
  return asking ? { kind: "payer-asked", ...asking } : { kind: "refused", refusal: { ...result, message: weixinCode } };
}

/** Shows a link to WeChat's page. Not a redirect, because our policy allows no form to lead to another site. */
export const askPayer = <Values extends object>(
  args: ServerArgs,
  { url, cookie }: { url: string; cookie: string },
  values: Values,
) => {
  const step: InStep<PayerStep, Values> = { status: "step", step: { kind: "payer", url }, values };
  return respond(args, step, { back: paths.zhikuRights(), headers: [["set-cookie", cookie]], echo: true });
};

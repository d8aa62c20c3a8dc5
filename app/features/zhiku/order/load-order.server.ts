import { type LoaderFunctionArgs, replace } from "@remix-run/node";
import { orderNo as orderNoSchema, zhikuOrderApi } from "#app/contract/zhiku/order";
import { isProfileComplete } from "#app/contract/zhiku/profile";
import { qrCode } from "#app/features/qr-code/qr-code.server";
import { backOf } from "#app/features/zhiku/back.server";
import { isPayableHere } from "#app/features/zhiku/payable-here.server";
import { rightsMeanwhileOrder } from "#app/features/zhiku/rights/rights-meanwhile.server";
import { paths } from "#app/paths";
import { setFlash } from "#app/server/cookies/flash.server";
import { optional } from "#app/server/errors/optional.server";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { scopeOf } from "#app/server/request-scope.server";
import { zhikuProfileOf } from "#app/server/zhiku-profile.server";
import { SECOND } from "#runtime/time-units";
import { orderCoveredUntil } from "./order-covered-until.server";

type Args = Pick<LoaderFunctionArgs, "request" | "context" | "params">;

/** Error page of an order that does not exist, or is somebody else's. */
export const orderNotFound = () =>
  notFound("订单号可能有误，也可能是用另一个账号下的单。", {
    title: "没有这张订单",
    way: { label: "看我的订单", to: paths.zhikuOrders() },
  });

/** Orders of a channel by which this browser can't pay. */
const UNFIT = {
  native: {
    text: "这张订单要用另一台设备的微信“扫一扫”支付。在这里付款请重新下单，这张不付就不会扣款。",
    label: "在微信里支付",
  },
  jsapi: {
    text: "这张订单要在手机微信里打开这一页支付。在这里付款请改用扫码重新下单，这张不付就不会扣款。",
    label: "改用扫码支付",
  },
} as const;

/**
 * Loads one of the member's orders, with its payment data. Once it is paid, a waiting reader is redirected to where
 * they came from (`?back=`).
 * @throws Response: that redirect, replacing the history entry; 404 for an order that is not theirs
 */
export async function loadOrder(args: Args) {
  const { load } = gateway(args);
  const orderNo = orderNoSchema.safeParse(args.params.orderNo).data;
  const found = orderNo && (await load(zhikuOrderApi.list, { query: { orderNo } })).list[0];
  if (!found) throw orderNotFound();
  const back = backOf(args.request);
  const { payment, ...order } = found;
  const paid = order.state === "paid";
  // The query may have settled the order just now: replies to the layout, such as the rights, may be older.
  if (paid) scopeOf(args.context).memo.clear();
  const profile = paid || order.state === "pending" ? await optional(zhikuProfileOf(args)) : null;
  const incomplete = paid && profile !== null && !isProfileComplete(profile);
  if (paid && back && !incomplete) {
    const flash = setFlash({ kind: "success", message: "支付成功，权益已开通" });
    throw replace(back, { headers: { "set-cookie": flash } });
  }
  return {
    order,
    back,
    /** Paid, but the profile is still incomplete. */
    incomplete,
    /** Time until which the buyer has access to everything that the order covers; null for none now, undefined if unknown. */
    until: await orderCoveredUntil(args, order, profile?.rights),
    meanwhile: order.state === "pending" ? await rightsMeanwhileOrder(args, order, profile?.rights) : null,
    code: payment?.channel === "native" ? qrCode(payment.codeUrl) : null,
    launch: payment?.channel === "jsapi" ? payment.params : null,
    /** Reason why this browser can't pay the order, and the label of the link to one that it can; null if it can. */
    unfit: payment && !isPayableHere(payment.channel, args.request) ? UNFIT[payment.channel] : null,
    /** Seconds left to pay, by the server's clock. */
    secondsLeft:
      order.state === "pending" && order.expiresAt
        ? Math.max(0, Math.ceil((Date.parse(order.expiresAt) - Date.now()) / SECOND) || 0)
        : 0,
  };
}

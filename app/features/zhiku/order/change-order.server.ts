import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { zhikuCancelOrderApi } from "#app/contract/zhiku/cancel-order";
import type { OrderState } from "#app/contract/zhiku/order";
import { backOf } from "#app/features/zhiku/back.server";
import { attempt } from "#app/forms/attempt.server";
import { respond } from "#app/forms/respond.server";
import { paths } from "#app/paths";
import { type Flash, setFlash } from "#app/server/cookies/flash.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { loadOrder, orderNotFound } from "./load-order.server";

type Args = Pick<ActionFunctionArgs, "request" | "context" | "params">;

const CANCELLED: Record<OrderState, Flash> = {
  closed: { kind: "success", message: "订单已取消" },
  paid: { kind: "success", message: "这张订单刚刚已经付款，权益已开通，没有取消" },
  refunded: { kind: "info", message: "这张订单已经退款" },
  pending: { kind: "error", message: "订单还没有取消，请稍后再试" },
};

/** Handles 取消订单 and redirects to the same page. @throws Response: 404 for an order that is not theirs */
export async function cancelOrder(args: Args) {
  const orderNo = args.params.orderNo ?? "";
  const result = await attempt(() => gateway(args).call(zhikuCancelOrderApi.cancel, { body: { orderNo } }));
  if (result.status === "refused" && result.code === "NOT_FOUND") throw orderNotFound();
  const flash = result.status === "ok" ? CANCELLED[result.data.order.state] : undefined;
  return respond(args, result, { back: paths.zhikuOrder(orderNo, backOf(args.request)), flash, leads: true });
}

/** Handles 我已支付: queries again, with a message if no payment has arrived, or the order is still not payable. */
export async function askAgain(args: Args) {
  const { order, back, code, launch, secondsLeft } = await loadOrder(args);
  const message =
    code || launch || secondsLeft === 0
      ? "还没有收到付款。刚刚付过的话，通常几秒钟就有结果"
      : "微信支付还没有给出付款码，请稍后再试";
  const pending = order.state === "pending";
  const flash = setFlash({ kind: "info", message });
  return redirect(paths.zhikuOrder(order.orderNo, back), pending ? { headers: { "set-cookie": flash } } : undefined);
}

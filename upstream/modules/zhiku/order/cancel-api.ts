import { zhikuCancelOrderApi } from "#app/contract/zhiku/cancel-order";
import type { Order } from "#app/contract/zhiku/order";
import type { MembersCall } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { consumeActionLimits } from "#upstream/policy/limited-write";
import { PayError } from "#upstream/services/pay/pay";
import { orderOf } from "./queries";
import { resolveOrder } from "./resolve";
import { orderView } from "./view";

export const zhikuCancelOrder = implement(zhikuCancelOrderApi, {
  cancel: ({ body: { orderNo } }, call) => cancelOrder(call, orderNo),
});

/**
 * Closes a pending order of the caller, at WeChat Pay first. An order in another state is unchanged; one that is just
 * being paid becomes paid.
 * @throws BusinessError NOT_FOUND, RATE_LIMITED, PAY_FAILED if WeChat Pay does not close it: it stays pending
 */
async function cancelOrder(call: MembersCall, orderNo: string): Promise<{ order: Order }> {
  const { db } = call;
  const { userId } = call.viewer;
  await consumeActionLimits(db, call, "manage", userId);
  const order = found(await orderOf(db, userId, orderNo));
  if (order.state !== "pending") return { order: orderView(order) };
  await resolveOrder(call, order, { cancelled: true }).catch((error: unknown) => {
    if (!(error instanceof PayError)) throw error;
    call.note("order_cancel_failed", { orderNo, error: error.message });
    const why = error.reason === "unusable" ? "微信支付的答复不能用，" : "微信支付暂时没有回应，";
    throw new BusinessError("PAY_FAILED", `${why}订单还没有取消，请稍后再试`);
  });
  const after = found(await orderOf(db, userId, orderNo));
  // WeChat Pay refuses to close an order that is being paid, and sometimes one that was only just created.
  if (after.state === "pending") throw new BusinessError("PAY_FAILED", "微信支付还不能关闭这张订单，请过几分钟再取消");
  return { order: orderView(after) };
}

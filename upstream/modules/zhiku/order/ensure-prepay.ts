import { type Call, nowIso } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { type Charge, type Pay, PayError } from "#upstream/services/pay/pay";
import type { OrderRow } from "./queries";
import { isPayable } from "./view";

/** Whether an order is payable but WeChat Pay has not returned its payment URL yet. */
export const needsPrepay = (order: OrderRow, now: string): boolean =>
  isPayable(order, now) && order.code_url === null && order.prepay_id === null;

/** Requests the payment URL from WeChat Pay, unless it is stored. @throws BusinessError PAY_FAILED: try again */
export async function ensurePrepay(call: Call, pay: Pay, order: OrderRow): Promise<OrderRow> {
  if (!needsPrepay(order, nowIso(call))) return order;
  const charge: Charge = {
    orderNo: order.order_no,
    description: order.offer_name,
    amount: order.amount,
    expiresAt: order.expires_at ?? "",
  };
  const given =
    order.payer_openid === null
      ? pay.native(charge).then(({ codeUrl }) => ({ code_url: codeUrl, app_id: pay.appId }))
      : pay.jsapi(charge, order.payer_openid).then(({ prepayId }) => ({ prepay_id: prepayId, app_id: pay.appId }));
  const told = await given.catch((error: unknown) => {
    if (!(error instanceof PayError)) throw error;
    call.note("prepay_failed", { orderNo: order.order_no, error: error.message });
    throw new BusinessError("PAY_FAILED", "微信支付暂时没有回应，请再试一次；不会重复扣款");
  });
  // Reread, since it may have been closed meanwhile.
  return call.db
    .updateTable("zhiku_orders")
    .set(told)
    .where("id", "=", order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

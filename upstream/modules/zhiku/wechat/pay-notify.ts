import type { HandlerData } from "#app/contract/endpoint";
import type { zhikuWechatApi } from "#app/contract/zhiku/wechat";
import type { Call } from "#upstream/call/context";
import { noteRefundState } from "#upstream/modules/zhiku/order/pursue-refund";
import { type Refunded, takeRefund } from "#upstream/modules/zhiku/order/refund";
import { noteFailedLateRefund } from "#upstream/modules/zhiku/order/refund-late";
import { type Settled, settle } from "#upstream/modules/zhiku/order/settle";
import { InvalidNotificationError, type Pay, type PaymentNotification } from "#upstream/services/pay/pay";

type Answer = HandlerData<(typeof zhikuWechatApi)["payNotify"]>;

/** Handles a notification of WeChat Pay, which may arrive any number of times; only its signature authenticates it. */
export async function handlePaymentNotification(call: Call): Promise<Response> {
  const { pay, raw } = call;
  if (!pay || !raw) return answer(404, "没有开通");
  const notification = readNotification(call, pay, raw);
  if (!notification) return answer(401, "验签失败");
  const { id, payment, refund } = notification;
  if (payment?.state === "paid") return answerTo(call, await settle(call, payment, id), payment.orderNo);
  if (refund?.state === "done") return answerTo(call, await takeRefund(call, refund, id), refund.orderNo);
  if (refund?.state === "abnormal" || refund?.state === "closed") {
    const ours = await noteRefundState(call, refund.refundNo, refund.state);
    const late = !ours && (await noteFailedLateRefund(call, refund));
    if (refund.state === "abnormal" && !ours) call.note("refund_abnormal", { orderNo: refund.orderNo });
    if (refund.state === "closed" && late) call.note("refund_failed", { orderNo: refund.orderNo, error: "closed" });
  } else call.note("pay_notification_ignored", { id });
  return answer(200);
}

function answerTo(call: Call, taken: Settled | Refunded, orderNo: string): Response {
  if (taken === "unknown") {
    call.note("pay_notification_unknown_order", { orderNo });
    return answer(404, "没有这个订单");
  }
  return taken === "mismatch" ? answer(400, "金额不符") : answer(200);
}

/** Verifies and decrypts a notification; null if it is not authentic. */
function readNotification(
  call: Call,
  pay: Pay,
  { header, body }: NonNullable<Call["raw"]>,
): PaymentNotification | null {
  try {
    return pay.readNotification(header, body);
  } catch (error) {
    if (!(error instanceof InvalidNotificationError)) throw error;
    call.note("pay_notification_refused", { reason: error.message, address: call.client.ip });
    return null;
  }
}

/** On any status other than 200, WeChat Pay sends the notification again. */
function answer(status: number, refusal?: string): Response {
  const body: Answer = refusal ? { code: "FAIL", message: refusal } : { code: "SUCCESS", message: "成功" };
  return Response.json(body, { status });
}

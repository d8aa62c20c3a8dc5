import { z } from "zod";
import { endpoint, ofPart } from "#app/contract/endpoint";
import { order, orderNo } from "./order";

/** Extension beyond the 142 specified calls: cancels an order that its buyer no longer wants to pay. */
export const zhikuCancelOrderApi = ofPart("zhiku", {
  cancel: endpoint({
    method: "POST",
    path: "/api/ext/zhiku/order/cancel",
    auth: "user",
    summary: "取消我的一张待支付订单；刚好付了款的，得到的是已支付的订单",
    body: z.object({ orderNo }),
    /** Current state: `closed`, or another final state it had reached before. */
    data: z.object({ order }),
  }),
});

import { z } from "zod";
import { endpoint, ofPart } from "#app/contract/endpoint";
import { order, orderNo } from "./order";

/** Beyond the 142 calls: an order that nobody wants to pay any more. */
export const zhikuCancelOrderApi = ofPart("zhiku", {
  cancel: endpoint({
    method: "POST",
    path: "/api/ext/zhiku/order/cancel",
    auth: "user",
    summary: "取消我的一张待支付订单；刚好付了款的，得到的是已支付的订单",
    body: z.object({ orderNo }),
    /** As it is now: `closed`, or what it had become before. */
    data: z.object({ order }),
  }),
});

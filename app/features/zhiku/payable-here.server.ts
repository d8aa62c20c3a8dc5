import type { OrderChannel } from "#app/contract/zhiku/order";
import { isInWechat } from "#app/server/request/device.server";

/**
 * Whether the browser of a request can pay by a channel: one can't scan one's own screen, nor open WeChat's dialog
 * outside WeChat.
 */
export const isPayableHere = (channel: OrderChannel, request: Request): boolean =>
  (channel === "jsapi") === isInWechat(request);

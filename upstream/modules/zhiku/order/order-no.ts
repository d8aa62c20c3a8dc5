import { randomInt } from "node:crypto";
import { chinaTime } from "#upstream/text/china-time";

const HALF = 10_000_000;

/** Creates an order number: the day in China, and 14 unguessable digits. */
export function createOrderNo(now: Date): string {
  const day = chinaTime(now).slice(0, 10).replaceAll("-", "");
  const half = () => String(randomInt(HALF)).padStart(7, "0");
  return day + half() + half();
}

/** Number of the n-th attempt to refund an order. */
export const refundNoOf = (orderNo: string, attempt = 1): string =>
  attempt === 1 ? `R${orderNo}` : `R${orderNo}-${attempt}`;

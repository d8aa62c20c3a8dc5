import { randomInt } from "node:crypto";
import { chinaTime } from "#upstream/text/china-time";

const HALF = 10_000_000;

/** A fresh order number: the day in China, and 14 digits that nobody guesses. */
export function createOrderNo(now: Date): string {
  const day = chinaTime(now).slice(0, 10).replaceAll("-", "");
  const half = () => String(randomInt(HALF)).padStart(7, "0");
  return day + half() + half();
}

/** Number of the n-th try to give an order's money back. */
export const refundNoOf = (orderNo: string, attempt = 1): string =>
  attempt === 1 ? `R${orderNo}` : `R${orderNo}-${attempt}`;

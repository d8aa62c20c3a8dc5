import { randomInt } from "node:crypto";

const EIGHT_HOURS = 8 * 60 * 60 * 1000;
const HALF = 10_000_000;

/** A fresh order number: the day in China, and 14 digits that nobody guesses. */
export function createOrderNo(now: Date): string {
  const day = new Date(now.getTime() + EIGHT_HOURS).toISOString().slice(0, 10).replaceAll("-", "");
  const half = () => String(randomInt(HALF)).padStart(7, "0");
  return day + half() + half();
}

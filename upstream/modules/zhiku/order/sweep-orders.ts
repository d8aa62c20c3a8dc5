import type { Services } from "../../../context";
import { PayError } from "../../../services/pay/pay";
import { refundAllLate } from "./refund-late";
import { claim, resolveOrder } from "./resolve";

/** Milliseconds after which a notice counts as lost, and WeChat Pay is asked. */
const ASK_AFTER = 2 * 60_000;
/** Orders in one sweep, and how many of them at a time. */
const AT_ONCE = 200;
const SIDE_BY_SIDE = 5;

/**
 * Asks about orders that are pending for a while, closes those past their time, gives back what came too late. Running
 * it twice at once breaks nothing.
 */
export async function sweepOrders(services: Services): Promise<void> {
  const { db, pay, clock, log } = services;
  if (!pay) return;
  const due = await db
    .selectFrom("zhiku_orders")
    .select(["order_no", "expires_at", "asked_at"])
    .where("state", "=", "pending")
    .where("asked_at", "<=", new Date(clock().getTime() - ASK_AFTER).toISOString())
    .orderBy("asked_at")
    .limit(AT_ONCE)
    .execute();
  let down = false;
  const worker = async () => {
    for (let order = due.shift(); order && !down; order = due.shift()) {
      if (!(await claim(services, order))) continue;
      await resolveOrder(services, order).catch((error: unknown) => {
        if (!(error instanceof PayError)) throw error;
        // If WeChat Pay does not answer for one order it does not for the next.
        down ||= error.reason === "down";
        log("error", "an order could not be asked about", { orderNo: order.order_no, error: error.message });
      });
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
  if (!down) await refundAllLate(services);
}

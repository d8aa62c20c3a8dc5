import type { Services } from "#upstream/call/context";
import { PayError } from "#upstream/services/pay/pay";
import { claimForPolling, resolveOrder } from "./resolve";

/**
 * Closes somebody's pending orders, at WeChat Pay first, when their account is closed. The sweep closes the rest, since
 * they have expired.
 */
export async function closePendingOrders(services: Services, userId: number): Promise<void> {
  const orders = await services.db
    .selectFrom("zhiku_orders")
    .select(["order_no", "expires_at", "asked_at"])
    .where("user_id", "=", userId)
    .where("state", "=", "pending")
    .execute();
  for (const order of orders) {
    if (!(await claimForPolling(services, order))) continue;
    try {
      await resolveOrder(services, order, { cancelled: true });
    } catch (error) {
      if (!(error instanceof PayError)) throw error;
      const { order_no: orderNo } = order;
      services.note("order_close_failed", { orderNo, error: error.message });
      if (error.reason === "down") return;
    }
  }
}

import type { Payment } from "#upstream/services/pay/pay";
import type { OrderRow } from "./queries";

/**
 * Whether what WeChat Pay tells of a payment fits an order: its amount and the application that requested it, which may
 * no longer be the site's. The application of orders from earlier releases is unknown, and refunds don't name it.
 */
export const isChargeOf = (
  { amount, app_id }: Pick<OrderRow, "amount" | "app_id">,
  told: Pick<Payment, "amount"> & { appId?: string },
): boolean => told.amount === amount && (app_id === null || told.appId === undefined || told.appId === app_id);

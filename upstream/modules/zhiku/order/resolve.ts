import { nowIso, type Services } from "#upstream/call/context";
import { type Pay, PayError } from "#upstream/services/pay/pay";
import { PURSUED, pursueRefund } from "./pursue-refund";
import type { OrderRow } from "./queries";
import { takeRefund } from "./refund";
import { settle } from "./settle";

type Pending = Pick<OrderRow, "order_no" | "expires_at" | "asked_at">;
type Claimed = Pick<OrderRow, "order_no" | "asked_at">;

/**
 * Queries WeChat Pay about a pending order and updates ours. An expired or cancelled order is closed there first, so
 * that nobody can pay it any more, and here only if another query shows that it was not paid.
 * @throws PayError
 */
export async function resolveOrder(
  services: Services,
  { order_no: orderNo, expires_at }: Pending,
  { cancelled = false }: { cancelled?: boolean } = {},
): Promise<void> {
  const { pay } = services;
  if (!pay) return;
  const over = cancelled || (expires_at !== null && expires_at <= nowIso(services));
  if (over) await closeAtWechatPay(pay, orderNo);
  const payment = await pay.query(orderNo);
  if (payment?.state === "paid") await settle(services, payment, null);
  if (payment?.state === "refunded") await takeRefund(services, { ...payment, refunded: null }, null);
  // If WeChat Pay does not know the order, nobody could pay it.
  if (payment?.state === "closed" || (over && payment === null)) await markClosed(services, orderNo);
}

/**
 * Queries WeChat Pay whether a paid order was refunded there, and updates ours. While a refund of ours is open, or
 * after one was cancelled, the payment's state is ambiguous, so the refund itself is queried.
 * @throws PayError
 */
export async function refreshRefund(services: Services, orderNo: string): Promise<void> {
  const ours = () =>
    services.db
      .selectFrom("zhiku_refunds")
      .select("refund_no")
      .where("order_no", "=", orderNo)
      .where("state", "in", [...PURSUED, "closed"])
      .execute();
  for (const { refund_no } of await ours()) await pursueRefund(services, refund_no);
  if ((await ours()).length > 0) return;
  const payment = await services.pay?.query(orderNo);
  // Staff may have requested one meanwhile, whose money has not arrived yet.
  if (payment?.state !== "refunded" || (await ours()).length > 0) return;
  await takeRefund(services, { ...payment, refunded: null }, null);
}

/**
 * Claims the next query of an order among concurrent ones, by updating `asked_at`.
 * @returns whether the caller may make the query
 */
export async function claimForPolling(
  services: Services,
  { order_no, asked_at }: Claimed,
  state: OrderRow["state"] = "pending",
): Promise<boolean> {
  const { numUpdatedRows } = await services.db
    .updateTable("zhiku_orders")
    .set({ asked_at: nowIso(services) })
    .where("order_no", "=", order_no)
    .where("asked_at", "=", asked_at)
    .where("state", "=", state)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Closes an order at WeChat Pay. It may be paid, closed or unknown there; the outcome is queried afterwards. */
async function closeAtWechatPay(pay: Pay, orderNo: string): Promise<void> {
  await pay.close(orderNo).catch((error: unknown) => {
    if (!(error instanceof PayError && error.reason === "refused")) throw error;
  });
}

async function markClosed(services: Services, orderNo: string): Promise<void> {
  await services.db
    .updateTable("zhiku_orders")
    .set({ state: "closed", closed_at: nowIso(services) })
    .where("order_no", "=", orderNo)
    .where("state", "=", "pending")
    .execute();
}

import { HOUR } from "#runtime/time-units";
import { isoAgo, nowIso, type Services } from "#upstream/call/context";
import { PayError } from "#upstream/services/pay/pay";
import { PURSUED } from "./pursue-refund";
import type { OrderRow } from "./queries";
import { lateOrders, refundPaymentOfClosedOrder } from "./refund-late";
import { claimForPolling, refreshRefund, resolveOrder } from "./resolve";

/** Milliseconds after which a notification counts as lost, and WeChat Pay is queried. */
const ASK_AFTER = 2 * 60_000;
/** Interval for querying paid orders: they may be refunded there, and the notification lost. */
const ASK_PAID_EVERY = 6 * HOUR;
/** Duration in milliseconds for which paid orders are queried. */
export const ASK_PAID_FOR = 7 * 24 * HOUR;
/** Interval for querying accepted refunds, whose notification usually comes first. */
const ASK_REFUND_EVERY = 10 * 60_000;
/** Maximum number of pending orders per sweep, of those for each other purpose, and how many concurrently. */
const AT_ONCE = 200;
const FEW_AT_ONCE = 20;
const CONCURRENCY = 5;

type Due = Pick<OrderRow, "order_no" | "expires_at" | "asked_at" | "state">;

/**
 * Queries orders that have been pending for a while, closes expired ones, refunds late payments, and checks recently
 * paid ones for refunds. Safe to run concurrently.
 */
export async function sweepOrders(services: Services): Promise<void> {
  if (!services.pay) return;
  const answering = await askAbout(services, await pendingOrders(services));
  if (!answering) return;
  await refundLatePayments(services);
  await pursueRefunds(services);
  await askAbout(services, await paidOrders(services));
}

/** @returns whether WeChat Pay answers; if not, the rest is left for the next sweep */
async function askAbout(services: Services, due: Due[]): Promise<boolean> {
  let answering = true;
  const worker = async () => {
    for (let order = due.shift(); order && answering; order = due.shift()) {
      const { order_no: orderNo } = order;
      if (!(await claimForPolling(services, order, order.state))) continue;
      const asked = order.state === "paid" ? refreshRefund(services, orderNo) : resolveOrder(services, order);
      await asked.catch((error: unknown) => {
        if (!(error instanceof PayError)) throw error;
        if (error.reason === "down") answering = false;
        services.note("order_query_failed", { orderNo, error: error.message });
      });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return answering;
}

const dueOrders = ({ db, clock }: Services, every: number) =>
  db
    .selectFrom("zhiku_orders")
    .select(["order_no", "expires_at", "asked_at", "state"])
    .where("asked_at", "<=", isoAgo({ clock }, every))
    .orderBy("asked_at");

const pendingOrders = (services: Services): Promise<Due[]> =>
  dueOrders(services, ASK_AFTER).where("state", "=", "pending").limit(AT_ONCE).execute();

/** Orders paid with money, not by a code. */
const paidOrders = (services: Services): Promise<Due[]> =>
  dueOrders(services, ASK_PAID_EVERY)
    .where("state", "=", "paid")
    .where("transaction_id", "is not", null)
    .where("paid_at", ">", isoAgo(services, ASK_PAID_FOR))
    .limit(FEW_AT_ONCE)
    .execute();

/** Refunds payments of closed orders, those tried longest ago first, so that refunds that fail leave time for others. */
async function refundLatePayments(services: Services): Promise<void> {
  const due = await lateOrders(services).orderBy("asked_at").orderBy("id").limit(FEW_AT_ONCE).execute();
  for (const order of due) {
    if (await claimForPolling(services, order, "closed")) await refundPaymentOfClosedOrder(services, order.order_no);
  }
}

/** Continues the refunds requested by staff. */
async function pursueRefunds(services: Services): Promise<void> {
  const due = await services.db
    .selectFrom("zhiku_refunds")
    .select(["refund_no", "order_no", "asked_at"])
    .where("state", "in", PURSUED)
    .where((eb) =>
      eb.or([
        eb("state", "=", "asked").and("asked_at", "<=", isoAgo(services, ASK_AFTER)),
        eb("state", "!=", "asked").and("asked_at", "<=", isoAgo(services, ASK_REFUND_EVERY)),
      ]),
    )
    .orderBy("asked_at")
    .limit(FEW_AT_ONCE)
    .execute();
  for (const { refund_no, order_no: orderNo, asked_at } of due) {
    const claimed = await services.db
      .updateTable("zhiku_refunds")
      .set({ asked_at: nowIso(services) })
      .where("refund_no", "=", refund_no)
      .where("asked_at", "=", asked_at)
      .executeTakeFirst();
    if (claimed.numUpdatedRows === 0n) continue;
    try {
      await refreshRefund(services, orderNo);
    } catch (error) {
      if (!(error instanceof PayError)) throw error;
      services.note("order_query_failed", { orderNo, error: error.message });
      if (error.reason === "down") return;
    }
  }
}

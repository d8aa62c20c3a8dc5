import { adminOrderApi, type StaffOrderState } from "#app/contract/admin/zhiku/order";
import type { StaffCall } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import { type Undos, undo } from "#upstream/call/undo";
import { limitPhoneSearch } from "#upstream/modules/admin/list/limit-phone-search";
import { findSetting, unsetSetting, updateSetting } from "#upstream/modules/config/settings";
import type { OrderRow } from "#upstream/modules/zhiku/order/queries";
import { takeRefund } from "#upstream/modules/zhiku/order/refund";
import { refundPaymentOfClosedOrder } from "#upstream/modules/zhiku/order/refund-late";
import { refundView, staffRefundsOf } from "#upstream/modules/zhiku/order/refund-view";
import { refreshRefund, resolveOrder } from "#upstream/modules/zhiku/order/resolve";
import { settle } from "#upstream/modules/zhiku/order/settle";
import { changedSince } from "#upstream/policy/changed-since";
import { staffWrite } from "#upstream/policy/staff-write";
import { PayError } from "#upstream/services/pay/pay";
import { exportOrders } from "./export";
import { findStaffOrder, listStaffOrders, orderTrail, refundsOf, staffOrderView, staffStateOf } from "./queries";
import { approveRefund, requestRefund, withdrawRefund } from "./refund";

const LIMIT = { kind: "refund-limit", target: "refund-limit" } as const;

const handlers: Handlers<typeof adminOrderApi> = {
  async list({ query }, call) {
    await limitPhoneSearch(call, query.member);
    return { ...(await listStaffOrders(call.db, query)), page: query.page, pageSize: query.pageSize };
  },

  async get({ params: { no } }, { db }) {
    const row = found(await findStaffOrder(db, no));
    const [trail, refunds, byStaff] = await Promise.all([
      orderTrail(db, row),
      refundsOf(db, no),
      staffRefundsOf(db, [no]),
    ]);
    const refund = refundView(row, byStaff);
    return {
      ...staffOrderView(row),
      refund,
      transactionId: row.transaction_id,
      askedAt: row.asked_at,
      ...trail,
      refunds,
    };
  },

  async export({ body: range }, call) {
    await staffWrite(call, async (_, note) => {
      const target = `${range.from}/${range.to}`;
      note({ action: "order.export", kind: "order", target, before: null, after: range });
    });
    return new Response(exportOrders(call.db, range), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="orders-${range.from}-${range.to}.csv"`,
        "cache-control": "private, no-store",
      },
    });
  },

  query: ({ body: { orderNo } }, call) => askAgain(call, orderNo),
  refund: ({ body }, call) => requestRefund(call, body),
  approveRefund: ({ body }, call) => approveRefund(call, body),
  withdrawRefund: ({ body }, call) => withdrawRefund(call, body),

  async refundLimit(_, { db }) {
    const { value, version } = await findSetting(db, LIMIT.target);
    return { limit: value, version };
  },

  setRefundLimit: ({ body: { limit, version: read } }, call) =>
    staffWrite(call, async (trx, note) => {
      const { value, version } = await findSetting(trx, LIMIT.target);
      if (read !== undefined && read !== version) throw new BusinessError("CONFLICT");
      if (value === limit) return null;
      const before: KeptLimit = { limit: value, version };
      const after: KeptLimit = {
        limit,
        version: await updateSetting(trx, call, { key: LIMIT.target, value: limit, version }),
      };
      note({ action: "refund-limit.put", ...LIMIT, before, after });
      return null;
    }),
};

/** Queries WeChat Pay again. @throws BusinessError NOT_FOUND, PAY_FAILED if WeChat Pay does not respond */
async function askAgain(call: StaffCall, orderNo: string): Promise<{ state: StaffOrderState }> {
  const { pay, db } = call;
  if (!pay) throw new BusinessError("PAY_FAILED", "本站没有开通在线支付");
  const before = found(await findStaffOrder(db, orderNo));
  if (call.client.dryRun) return { state: staffStateOf(before) };
  try {
    await follow(call, before);
  } catch (error) {
    if (!(error instanceof PayError)) throw error;
    call.note("order_query_failed", { orderNo, error: error.message });
    const unusable = "微信支付对这张订单的答复不能用，原因在日志的 order_query_failed 里";
    const message = error.reason === "unusable" ? unusable : "微信支付暂时没有回应，请稍后再试";
    throw new BusinessError("PAY_FAILED", message);
  }
  return staffWrite(call, async (trx, note) => {
    await trx
      .updateTable("zhiku_orders")
      .set({ asked_at: call.clock().toISOString() })
      .where("id", "=", before.id)
      .execute();
    const state = staffStateOf(found(await findStaffOrder(trx, orderNo)));
    note({
      action: "order.query",
      kind: "order",
      target: orderNo,
      before: { state: staffStateOf(before) },
      after: { state },
    });
    return { state };
  });
}

async function follow(
  call: StaffCall,
  order: Pick<OrderRow, "order_no" | "state" | "amount" | "expires_at" | "asked_at">,
) {
  if (order.amount === 0) return;
  if (order.state === "pending") return resolveOrder(call, order);
  if (order.state === "paid") return refreshRefund(call, order.order_no);
  // Closed here but paid there: it is refunded, unless the merchant was faster.
  const payment = order.state === "closed" ? await call.pay?.query(order.order_no) : null;
  if (payment?.state === "paid") await settle(call, payment, null);
  if (payment?.state !== "refunded") return;
  await takeRefund(call, { ...payment, refunded: null }, null);
  await refundPaymentOfClosedOrder(call, order.order_no, { byStaff: true });
}

/** Limit as logged; entries of earlier releases have no version. */
type KeptLimit = { limit: number | null; version?: number };

const UNDOS: Undos = {
  "refund-limit.put": undo<KeptLimit, KeptLimit>(async (trx, call, { before: was, after: made }) => {
    const { value, version } = await findSetting(trx, LIMIT.target);
    if (value !== made.limit || (made.version !== undefined && made.version !== version)) {
      throw changedSince();
    }
    if (was.version === 0) return unsetSetting(trx, { key: LIMIT.target, version });
    await updateSetting(trx, call, { key: LIMIT.target, value: was.limit, version });
  }),
};

export const adminOrder = implement(adminOrderApi, handlers, UNDOS);

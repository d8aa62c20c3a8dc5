import type { AuditAction } from "#app/contract/admin/system/audit-actions";
import type { RefundState } from "#app/contract/admin/zhiku/order";
import { nowIso, type StaffCall } from "#upstream/call/context";
import { BusinessError, found, invalid } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { readSetting } from "#upstream/modules/config/settings";
import { lockOrder } from "#upstream/modules/zhiku/order/lock-order";
import { refundNoOf } from "#upstream/modules/zhiku/order/order-no";
import { PURSUED } from "#upstream/modules/zhiku/order/pursue-refund";
import { refreshRefund } from "#upstream/modules/zhiku/order/resolve";
import type { Note } from "#upstream/policy/logged-write";
import { staffWrite } from "#upstream/policy/staff-write";
import { PayError } from "#upstream/services/pay/pay";

const KIND = "order";

/**
 * Records a refund of a paid order and requests it from WeChat Pay; above the owner's limit it waits for a second
 * person. The order stays paid and its right active until WeChat Pay confirms the refund.
 * @throws BusinessError NOT_FOUND, CONFLICT with the reason, PAY_FAILED if payments are not set up
 */
export async function requestRefund(
  call: StaffCall,
  { orderNo, reason, seenRefunds }: { orderNo: string; reason: string; seenRefunds?: number | undefined },
): Promise<{ state: RefundState }> {
  if (!call.pay) throw new BusinessError("PAY_FAILED", "本站没有开通在线支付");
  const limit = await readSetting(call, "refund-limit");
  const asked = await staffWrite(call, async (trx, note) => {
    const order = found(await lockOrder(trx, orderNo));
    if (order.amount === 0) throw new BusinessError("CONFLICT", "这张订单是用兑换码换的，没有可退的钱");
    if (order.state !== "paid") throw new BusinessError("CONFLICT", "只有已支付的订单可以退款");
    const earlier = await trx.selectFrom("zhiku_refunds").select("state").where("order_no", "=", orderNo).execute();
    if (earlier.some(({ state }) => state === "waiting" || PURSUED.some((one) => one === state)))
      throw new BusinessError("CONFLICT", "这张订单已经有一笔退款在进行");
    if (seenRefunds !== undefined && seenRefunds !== earlier.length)
      throw new BusinessError("CONFLICT", "同事刚才申请过这张订单的退款，没有办成，请看过再申请");
    const state = limit !== null && order.amount > limit ? ("waiting" as const) : ("asked" as const);
    const now = nowIso(call);
    const refund = {
      refund_no: refundNoOf(orderNo, earlier.length + 1),
      order_no: orderNo,
      amount: order.amount,
      reason,
      state,
      requested_by: call.viewer.userId,
      created_at: now,
      asked_at: now,
    };
    await trx.insertInto("zhiku_refunds").values(refund).execute();
    const after = { refundNo: refund.refund_no, amount: refund.amount, state };
    note({ action: "order.refund", kind: KIND, target: orderNo, before: null, after, reason });
    return state;
  });
  return asked === "asked" ? pursue(call, orderNo) : { state: asked };
}

/** Approves a refund as the second person. @throws BusinessError NOT_FOUND, CONFLICT, FORBIDDEN for its requester */
export async function approveRefund(call: StaffCall, { orderNo, refundNo }: Seen): Promise<{ state: RefundState }> {
  await staffWrite(call, async (trx, note) => {
    const refund = await waitingRefund(trx, { orderNo, refundNo });
    if (refund.requested_by === call.viewer.userId)
      throw new BusinessError("FORBIDDEN", "自己申请的退款要由另一位同事批准");
    const now = nowIso(call);
    await trx
      .updateTable("zhiku_refunds")
      .set({ state: "asked", approved_by: call.viewer.userId, approved_at: now, asked_at: now })
      .where("refund_no", "=", refund.refund_no)
      .execute();
    noteState(note, refund, { action: "order.refund.approve", state: "asked" });
  });
  return pursue(call, orderNo);
}

/**
 * Withdraws a refund that waits for a second person, or rejects a colleague's with a reason.
 * @throws BusinessError NOT_FOUND, CONFLICT, INVALID_PARAMS without the reason
 */
export function withdrawRefund(call: StaffCall, { orderNo, refundNo, reason }: Seen & { reason: string }) {
  return staffWrite(call, async (trx, note) => {
    const refund = await waitingRefund(trx, { orderNo, refundNo });
    const own = refund.requested_by === call.viewer.userId;
    if (reason === "" && !own) throw invalid({ reason: "驳回要写明原因" });
    const state = own ? "withdrawn" : "rejected";
    await trx
      .updateTable("zhiku_refunds")
      .set({ state, ended_at: nowIso(call) })
      .where("refund_no", "=", refund.refund_no)
      .execute();
    noteState(note, refund, { action: `order.refund.${own ? "withdraw" : "reject"}`, state, reason });
    return null;
  });
}

/** An order, and the number of its refund that was seen, if it was shown. */
type Seen = { orderNo: string; refundNo?: string | undefined };

type Waiting = { refund_no: string; order_no: string; amount: number; requested_by: number };

type Decision = { action: AuditAction; state: RefundState; reason?: string };

function noteState(note: Note, refund: Waiting, { action, state, reason }: Decision): void {
  const of = (state: RefundState) => ({ refundNo: refund.refund_no, amount: refund.amount, state });
  note({ action, kind: KIND, target: refund.order_no, before: of("waiting"), after: of(state), reason });
}

async function waitingRefund(trx: Db, { orderNo, refundNo }: Seen): Promise<Waiting> {
  found(await lockOrder(trx, orderNo));
  const refund = await trx
    .selectFrom("zhiku_refunds")
    .select(["refund_no", "order_no", "amount", "requested_by"])
    .where("order_no", "=", orderNo)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  if (!refund) throw new BusinessError("CONFLICT", "这张订单没有等待批准的退款");
  if (refundNo !== undefined && refundNo !== refund.refund_no)
    throw new BusinessError("CONFLICT", "同事刚才撤回，又申请了一笔，请看过再处理");
  return refund;
}

/** Requests it from WeChat Pay immediately; if that does not respond, the sweep continues. */
async function pursue(call: StaffCall, orderNo: string): Promise<{ state: RefundState }> {
  if (call.client.dryRun) return { state: "asked" };
  await refreshRefund(call, orderNo).catch((error: unknown) => {
    if (!(error instanceof PayError)) throw error;
    call.note("order_query_failed", { orderNo, error: error.message });
  });
  const { state, refusal } = await call.db
    .selectFrom("zhiku_refunds")
    .select(["state", "refusal"])
    .where("order_no", "=", orderNo)
    .orderBy("created_at", "desc")
    .orderBy("refund_no", "desc")
    .executeTakeFirstOrThrow();
  if (state === "refused") throw new BusinessError("PAY_FAILED", `微信支付没有接受这笔退款：${refusal}`);
  return { state };
}

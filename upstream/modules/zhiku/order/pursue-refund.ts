import type { RefundState } from "#app/contract/admin/zhiku/order";
import { nowIso, type Services } from "#upstream/call/context";
import { type AcceptedRefund, PayError } from "#upstream/services/pay/pay";
import { takeRefund } from "./refund";
import { noteRefundNumbers } from "./refund-numbers";

/** States of a refund in which WeChat Pay is requested to make it, or queried about it. */
export const PURSUED = ["asked", "underway", "abnormal"] as const satisfies readonly RefundState[];

/**
 * Requests a refund from WeChat Pay until it is accepted, then queries it and updates the order.
 * @throws PayError unless the refund itself is refused, which is recorded; the next run continues from there
 */
export async function pursueRefund(services: Services, refundNo: string): Promise<void> {
  const { db, pay } = services;
  const row = await db.selectFrom("zhiku_refunds").selectAll().where("refund_no", "=", refundNo).executeTakeFirst();
  if (!pay || !row) return;
  if (row.state === "asked") return askForRefund(services, row);
  if (row.state !== "underway" && row.state !== "abnormal") return;
  const refund = await pay.queryRefund(refundNo);
  if (refund?.state === "done") await takeRefund(services, refund, null);
  if (refund?.state === "abnormal") await noteRefundState(services, refundNo, "abnormal");
  if (refund?.state === "closed") await noteRefundState(services, refundNo, "closed");
}

type Asked = { refund_no: string; order_no: string; amount: number; reason: string };

async function askForRefund(services: Services, { refund_no, order_no, amount, reason }: Asked): Promise<void> {
  let accepted: AcceptedRefund | undefined;
  try {
    accepted = await services.pay?.refund({ orderNo: order_no, refundNo: refund_no, amount, reason });
  } catch (error) {
    if (!(error instanceof PayError && error.reason === "refused")) throw error;
    services.note("refund_refused", { orderNo: order_no, error: error.message });
    await noteRefundState(services, refund_no, "refused", error.message);
    return;
  }
  await services.db
    .updateTable("zhiku_refunds")
    .set({ accepted_at: accepted?.acceptedAt ?? nowIso(services) })
    .where("refund_no", "=", refund_no)
    .where("accepted_at", "is", null)
    .execute();
  await noteRefundNumbers(services.db, order_no, [refund_no, accepted?.refundId]);
  await noteRefundState(services, refund_no, "underway");
}

/**
 * Records WeChat Pay's state of a refund requested by staff; final states don't change.
 * @returns whether anything changed
 */
export async function noteRefundState(
  services: Pick<Services, "db" | "clock" | "note">,
  refundNo: string,
  state: "underway" | "abnormal" | "closed" | "refused",
  refusal = "",
): Promise<boolean> {
  const ended = state === "closed" || state === "refused";
  const changed = await services.db
    .updateTable("zhiku_refunds")
    .set({ state, refusal, ...(ended && { ended_at: nowIso(services) }) })
    .where("refund_no", "=", refundNo)
    .where("state", "in", PURSUED)
    .where("state", "!=", state)
    .returning("order_no")
    .executeTakeFirst();
  if (changed && state === "abnormal") services.note("refund_abnormal", { orderNo: changed.order_no });
  return changed !== undefined;
}

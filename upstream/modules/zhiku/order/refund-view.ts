import type { OrderRefunded } from "#app/contract/zhiku/order";
import type { Db } from "#upstream/db/dialect";
import { PURSUED } from "./pursue-refund";
import type { OrderRow } from "./queries";

/** Refunds requested by staff, made or on their way, by order number: what they come to in fen. */
type StaffRefunds = ReadonlyMap<string, { done: boolean; amount: number }>;

/** Reads the refunds that staff have requested for these orders; those refused, rejected or withdrawn don't count. */
export async function staffRefundsOf(db: Db, orderNos: readonly string[]): Promise<StaffRefunds> {
  if (orderNos.length === 0) return new Map();
  const rows = await db
    .selectFrom("zhiku_refunds")
    .select(["order_no", "amount", "state"])
    .where("order_no", "in", orderNos)
    .where("state", "in", [...PURSUED, "done"])
    .execute();
  const found = new Map<string, { done: boolean; amount: number }>();
  for (const { order_no, amount, state } of rows) {
    const before = found.get(order_no);
    found.set(order_no, { done: state === "done" && before?.done !== false, amount: amount + (before?.amount ?? 0) });
  }
  return found;
}

/** Maps the refund of an order; null if there is none. */
export function refundView(row: OrderRow, byStaff: StaffRefunds): OrderRefunded | null {
  const ours = byStaff.get(row.order_no);
  switch (row.state) {
    case "closed":
      return row.transaction_id === null ? null : { done: row.refunded_at !== null, amount: row.amount };
    case "refunded":
      return {
        done: true,
        amount: ours || row.refunded_there ? (ours?.amount ?? 0) + (row.refunded_there ?? 0) : null,
      };
    default:
      return ours ?? null;
  }
}

import type { Db } from "#upstream/db/dialect";
import type { OrderRow } from "./queries";

/**
 * An order as it is now, for a transaction that is about to change it: whoever else would, payments, refunds and
 * closings of accounts, waits for its end.
 */
export function lockOrder(trx: Db, orderNo: string): Promise<OrderRow | undefined> {
  return trx
    .updateTable("zhiku_orders")
    .set((eb) => ({ order_no: eb.ref("order_no") }))
    .where("order_no", "=", orderNo)
    .returningAll()
    .executeTakeFirst();
}

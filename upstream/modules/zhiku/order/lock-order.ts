import type { Db } from "#upstream/db/dialect";
import type { OrderRow } from "./queries";

/** Loads and locks an order; concurrent payments, refunds and account closings wait for the end of the transaction. */
export function lockOrder(trx: Db, orderNo: string): Promise<OrderRow | undefined> {
  return trx
    .updateTable("zhiku_orders")
    .set((eb) => ({ order_no: eb.ref("order_no") }))
    .where("order_no", "=", orderNo)
    .returningAll()
    .executeTakeFirst();
}

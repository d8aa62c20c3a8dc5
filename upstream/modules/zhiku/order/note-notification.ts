import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";

type About = { id: string | null; orderNo: string; transactionId: string | null };

/** Records that a notification was accepted, once; `id` is null if there was none. @returns whether it is a new one */
export async function notePaymentNotification(
  trx: Db,
  services: Pick<Services, "clock">,
  { id, orderNo, transactionId }: About,
): Promise<boolean> {
  if (id === null) return false;
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto("zhiku_pay_notices")
    .values({ id, order_no: orderNo, transaction_id: transactionId, received_at: nowIso(services) })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

import type { Db } from "#upstream/db/dialect";

/** Stores the numbers of a refund, so that staff find its order by any of them; those unknown are null. */
export async function noteRefundNumbers(
  db: Db,
  orderNo: string,
  numbers: readonly (string | null | undefined)[],
): Promise<void> {
  const known = numbers.flatMap((number) => (number ? [{ number, order_no: orderNo }] : []));
  if (known.length === 0) return;
  await db
    .insertInto("zhiku_refund_numbers")
    .values(known)
    .onConflict((conflict) => conflict.column("number").doNothing())
    .execute();
}

import { type Kysely, sql } from "kysely";
import type { DialectKind } from "./columns";

/** Tells refunds that a colleague rejected from those that their requester withdrew; the log stays as it was written. */
export async function up(db: Kysely<unknown>, _kind: DialectKind): Promise<void> {
  await sql`update zhiku_refunds set state = 'rejected' where state = 'withdrawn' and exists (select 1 from audit_log l
    where l.kind = 'order' and l.target = zhiku_refunds.order_no and l.action = 'order.refund.withdraw'
    and l.actor_id <> zhiku_refunds.requested_by
    and l."after" like '%"refundNo":"' || zhiku_refunds.refund_no || '"%')`.execute(db);
}

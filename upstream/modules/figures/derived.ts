import { type RawBuilder, sql } from "kysely";
import type { FigureKey } from "#app/contract/admin/figure-names";
import type { Connection, Db } from "#upstream/db/dialect";
import type { Database } from "#upstream/db/schema";

/** A flow that its own rows tell: so many of `table` by the day of `at`, or the sum of `value`. */
type Derived = { table: keyof Database; at: string; where?: RawBuilder<unknown>; value?: RawBuilder<unknown> };

const paid = sql`state in ('paid', 'refunded') and amount > 0`;
const refunded = sql`state = 'refunded' and amount > 0`;
const amount = sql`sum(amount)`;

/** Flows of money and orders, which are computed anew from all orders: a payment may be told of days later. */
export const ORDER_FLOWS: Partial<Record<FigureKey, Derived>> = {
  "order.new": { table: "zhiku_orders", at: "created_at", where: sql`amount > 0` },
  "order.paid": { table: "zhiku_orders", at: "paid_at", where: paid },
  "order.refunded": { table: "zhiku_orders", at: "refunded_at", where: refunded },
  "money.revenue": { table: "zhiku_orders", at: "paid_at", where: paid, value: amount },
  "money.refunded": { table: "zhiku_orders", at: "refunded_at", where: refunded, value: amount },
};

/** Flows whose rows may go later; a day is counted anew until the day after it has ended. */
export const ROW_FLOWS: Partial<Record<FigureKey, Derived>> = {
  "member.new": { table: "users", at: "created_at" },
  "post.question": { table: "questions", at: "created_at" },
  "post.answer": { table: "answers", at: "created_at" },
  "post.article": { table: "articles", at: "created_at" },
  "post.comment": { table: "comments", at: "created_at" },
  "reaction.like": { table: "likes", at: "created_at" },
  "reaction.vote": { table: "votes", at: "created_at" },
  "reaction.favorite": { table: "favorites", at: "created_at" },
  "report.new": { table: "reports", at: "created_at" },
  "review.held": { table: "reviews", at: "created_at" },
  "review.decided": { table: "reviews", at: "decided_at" },
  "zhiku.read": { table: "zhiku_journeys", at: "opened_at" },
  "zhiku.download": { table: "zhiku_downloads", at: "created_at", where: sql`use = 'download'` },
};

/** Values of a flow by day in China. @param from ISO 8601, from when on */
export async function flowByDay(
  db: Db,
  kind: Connection["kind"],
  { table, at, where, value }: Derived,
  from: string,
): Promise<{ day: string; value: number }[]> {
  const when = sql.ref(at);
  const day =
    kind === "sqlite"
      ? sql<string>`date(${when}, '+8 hours')`
      : sql<string>`to_char((${when})::timestamptz at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;
  const { rows } = await sql<{ day: string; value: number | string }>`
    select ${day} as day, ${value ?? sql`count(*)`} as value from ${sql.table(table)}
    where ${when} >= ${from}${where ? sql` and ${where}` : sql``} group by 1`.execute(db);
  return rows.map((row) => ({ day: row.day, value: Number(row.value) }));
}

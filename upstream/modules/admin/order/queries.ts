import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { z } from "zod";
import type { adminOrderApi, OrderRefund, StaffOrder, StaffOrderState } from "#app/contract/admin/zhiku/order";
import type { Db } from "#upstream/db/dialect";
import { AUTHOR_COLUMNS, authorView } from "#upstream/modules/author/author";
import { maskPhone } from "#upstream/modules/user/view";
import { PURSUED } from "#upstream/modules/zhiku/order/pursue-refund";
import { orderView } from "#upstream/modules/zhiku/order/view";
import { chinaDayStart } from "#upstream/text/china-time";

type Filter = z.output<typeof adminOrderApi.list.query>;

const joined = (db: Db) => db.selectFrom("zhiku_orders as o").innerJoin("users as u", "u.id", "o.user_id");

/** Unfinished refunds of an order requested by staff. */
const openRefund = (states: readonly string[]) =>
  sql<boolean>`exists (select 1 from zhiku_refunds f where f.order_no = o.order_no
    and f.state in (${sql.join(states)}))`;
const REFUNDING = sql<boolean>`(o.state = 'paid' and ${openRefund(PURSUED)})`;
const WAITING = openRefund(["waiting"]);

const rows = (db: Db) =>
  joined(db)
    .selectAll("o")
    .select([...AUTHOR_COLUMNS, "u.phone"])
    .select([sql<number>`case when ${REFUNDING} then 1 else 0 end`.as("refunding")])
    .select([sql<number>`case when ${WAITING} then 1 else 0 end`.as("waiting")]);

/** Orders with this number: theirs, their payment's, or their refund's, ours or WeChat Pay's. */
const numbered = (no: string) =>
  sql<boolean>`(o.order_no = ${no} or o.transaction_id = ${no} or o.order_no in (
    select order_no from zhiku_refunds where refund_no = ${no}
    union select order_no from zhiku_refund_numbers where number = ${no}))`;

export type StaffOrderRow = NonNullable<Awaited<ReturnType<typeof findStaffOrder>>>;

/** Condition for the orders `o` that a filter asks for. */
function matching({ state, no, member, from, to }: Filter): RawBuilder<SqlBool> {
  const conditions = [sql`1 = 1`];
  if (state === "refunding") conditions.push(REFUNDING);
  else if (state === "waiting") conditions.push(WAITING);
  else if (state) conditions.push(sql`o.state = ${state}`);
  if (no) conditions.push(numbered(no));
  if (member) conditions.push(isBuyer(member));
  if (from) conditions.push(sql`o.created_at >= ${chinaDayStart(from)}`);
  if (to) conditions.push(sql`o.created_at < ${chinaDayStart(to, 1)}`);
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** One page of all orders, newest first; two statements. */
export async function listStaffOrders(db: Db, filter: Filter) {
  // Every order has its buyer, so nobody needs to be looked up to count them.
  const { total } = await db
    .selectFrom("zhiku_orders as o")
    .where(matching(filter))
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const list = await rows(db)
    .where(matching(filter))
    .orderBy("o.created_at", "desc")
    .orderBy("o.id", "desc")
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute();
  return { list: list.map(staffOrderView), total: Number(total) };
}

/** Condition for the orders of a member, given by their number or by their phone number of eleven digits. */
const isBuyer = (member: string) =>
  member.length === 11
    ? sql<boolean>`o.user_id in (select id from users where phone = ${`86${member}`})`
    : sql<boolean>`o.user_id = ${Number(member)}`;

/** An order by its number. */
export const findStaffOrder = (db: Db, orderNo: string) =>
  rows(db).where("o.order_no", "=", orderNo).executeTakeFirst();

/** State of an order for staff. */
export const staffStateOf = ({ state, refunding }: Pick<StaffOrderRow, "state" | "refunding">): StaffOrderState =>
  Number(refunding) === 1 ? "refunding" : state;

/** Maps an order for the console's lists. */
export const staffOrderView = (row: StaffOrderRow): StaffOrder => ({
  ...orderView(row),
  state: staffStateOf(row),
  waiting: Number(row.waiting) === 1,
  buyer: { ...authorView(row), phone: maskPhone(row.phone) },
  days: row.days,
});

/** Refunds of an order requested by staff, newest first. */
export async function refundsOf(db: Db, orderNo: string): Promise<OrderRefund[]> {
  const found = await db
    .selectFrom("zhiku_refunds as f")
    .innerJoin("users as r", "r.id", "f.requested_by")
    .leftJoin("users as a", "a.id", "f.approved_by")
    .selectAll("f")
    .select(["r.nickname as requester", "a.nickname as approver"])
    .where("f.order_no", "=", orderNo)
    .orderBy("f.created_at", "desc")
    .orderBy("f.refund_no", "desc")
    .execute();
  const withdrawals = await withdrawalsOf(db, orderNo);
  return found.map((row) => ({
    refundNo: row.refund_no,
    amount: row.amount,
    reason: row.reason,
    state: row.state,
    requestedBy: { userId: row.requested_by, nickname: row.requester },
    requestedAt: row.created_at,
    approvedBy: row.approved_by === null ? null : { userId: row.approved_by, nickname: row.approver ?? "" },
    approvedAt: row.approved_at,
    endedAt: row.ended_at,
    withdrawn: withdrawals.get(row.refund_no) ?? null,
    refusal: row.refusal,
  }));
}

/** Withdrawals and rejections of refunds of an order by refund number, from the log. */
async function withdrawalsOf(db: Db, orderNo: string): Promise<Map<string, OrderRefund["withdrawn"]>> {
  const rows = await db
    .selectFrom("audit_log as l")
    .innerJoin("users as u", "u.id", "l.actor_id")
    .select(["u.id", "u.nickname", "l.after", "l.reason"])
    .where("l.kind", "=", "order")
    .where("l.target", "=", orderNo)
    .where("l.action", "in", ["order.refund.withdraw", "order.refund.reject"])
    .execute();
  return new Map(
    rows.map(({ id, nickname, after, reason }) => {
      const { refundNo } = JSON.parse(after ?? "{}") as { refundNo: string };
      return [refundNo, { by: { userId: id, nickname }, reason }] as const;
    }),
  );
}

/** WeChat Pay's notifications about an order, and the right that it granted, in the parts in which it is used. */
export async function orderTrail(db: Db, { id, order_no }: { id: number; order_no: string }) {
  const [notices, rights] = await Promise.all([
    db
      .selectFrom("zhiku_pay_notices")
      .select(["id", "received_at as at"])
      .where("order_no", "=", order_no)
      .orderBy("received_at")
      .execute(),
    db
      .selectFrom("zhiku_rights")
      .select(["id", "from_at as from", "until_at as until"])
      .where((eb) => eb.or([eb("order_id", "=", id), eb("part_of_order", "=", id)]))
      .orderBy("from_at")
      .orderBy("id")
      .execute(),
  ]);
  return { notices, rights };
}

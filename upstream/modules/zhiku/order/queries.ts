import type { Selectable } from "kysely";
import type { OrderState } from "#app/contract/zhiku/order";
import type { Db } from "#upstream/db/dialect";
import type { ZhikuOrdersTable } from "#upstream/db/schema/zhiku-orders";

/** Row of an order. */
export type OrderRow = Selectable<ZhikuOrdersTable>;

/** Maximum number of orders shown to a person. */
const SHOWN_MAX = 1_000;

/** An order by number, if it is this person's. */
export function orderOf(db: Db, userId: number, orderNo: string): Promise<OrderRow | undefined> {
  return db
    .selectFrom("zhiku_orders")
    .selectAll()
    .where("user_id", "=", userId)
    .where("order_no", "=", orderNo)
    .executeTakeFirst();
}

/** The order created by a form, if any. */
export function orderOfRequest(db: Db, userId: number, requestId: string): Promise<OrderRow | undefined> {
  return db
    .selectFrom("zhiku_orders")
    .selectAll()
    .where("user_id", "=", userId)
    .where("request_id", "=", requestId)
    .executeTakeFirst();
}

/** The order of a redeem code, if this person used it. */
export function orderOfCode(db: Db, userId: number, codeHash: string): Promise<OrderRow | undefined> {
  return db
    .selectFrom("zhiku_redeem_codes as c")
    .innerJoin("zhiku_orders as o", "o.id", "c.order_id")
    .selectAll("o")
    .where("c.code_hash", "=", codeHash)
    .where("c.used_by", "=", userId)
    .executeTakeFirst();
}

type Filter = { userId: number; state?: OrderState | undefined; orderNo?: string | undefined };

/** A person's orders, by state, newest first. */
export async function orderIds(db: Db, { userId, state, orderNo }: Filter): Promise<number[]> {
  let query = db.selectFrom("zhiku_orders").select("id").where("user_id", "=", userId);
  if (state) query = query.where("state", "=", state);
  if (orderNo) query = query.where("order_no", "=", orderNo);
  return (await query.orderBy("id", "desc").limit(SHOWN_MAX).execute()).map(({ id }) => id);
}

/** Orders by id, newest first. */
export async function ordersByIds(db: Db, ids: readonly number[]): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  return db.selectFrom("zhiku_orders").selectAll().where("id", "in", ids).orderBy("id", "desc").execute();
}

/**
 * Openid with which a member last paid inside WeChat; null if their newest order there was not paid, perhaps because it was
 * started with another WeChat account than this one's, or if it was of another application, which has other openids.
 */
export async function lastPayer(db: Db, userId: number, appId: string): Promise<string | null> {
  const row = await db
    .selectFrom("zhiku_orders")
    .select(["payer_openid", "paid_at", "app_id"])
    .where("user_id", "=", userId)
    .where("payer_openid", "is not", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.paid_at && (row.app_id ?? appId) === appId ? row.payer_openid : null;
}

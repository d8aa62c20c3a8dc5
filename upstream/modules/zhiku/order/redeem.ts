import type { z } from "zod";
import { chinaMinute } from "#app/contract/text/china-minute";
import type { Order, orderCreateBody } from "#app/contract/zhiku/order";
import { type Call, type MembersCall, nowIso } from "#upstream/call/context";
import { invalid } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { type CategoryTree, categoryTree } from "#upstream/modules/zhiku/category/tree";
import { grantRight } from "#upstream/modules/zhiku/rights/grant";
import { holdOwnAccount } from "#upstream/policy/hold-account";
import { consumeLimits, networkOf } from "#upstream/policy/limits";
import { createOrderNo } from "./order-no";
import { type OrderRow, orderOfCode } from "./queries";
import { hashCode } from "./redeem-code";
import { orderView } from "./view";

const HIDDEN = "这个兑换码打开的分类暂时没有开放，码没有用掉，请过一阵再来兑换";

type Redemption = Extract<z.output<typeof orderCreateBody>, { channel: "redeem" }>;

/**
 * Redeems a code: a paid order with amount 0 and its right, in one transaction. Redeeming one's own used code returns
 * the same order. Each attempt counts.
 * @throws BusinessError INVALID_PARAMS with `data.fields.code`, RATE_LIMITED
 */
export async function redeemOrder(call: MembersCall, { code }: Redemption): Promise<{ order: Order; payment: null }> {
  const { db } = call;
  const { userId } = call.viewer;
  await consumeLimits(db, call, [
    { limit: "redeemPerson", subject: userId },
    { limit: "redeemAddress", subject: networkOf(call.client.ip) },
  ]);
  const codeHash = hashCode(code);
  const tree = await categoryTree(call);
  const redeemed = await transact(db, (trx) => redeemWithin(trx, call, { userId, codeHash, tree }));
  const order = redeemed ?? (await orderOfCode(db, userId, codeHash));
  if (!order) throw invalid({ code: await whyNot(call, codeHash) });
  return { order: orderView(order), payment: null };
}

/** Reason why a code is invalid. A code used by somebody else is reported like an unknown one. */
async function whyNot(call: Call, codeHash: string): Promise<string> {
  const code = await call.db
    .selectFrom("zhiku_redeem_codes")
    .select(["expires_at", "voided_at"])
    .where("code_hash", "=", codeHash)
    .where("used_at", "is", null)
    .executeTakeFirst();
  if (code?.voided_at) return "这个兑换码已经作废，请联系给你兑换码的人";
  if (code?.expires_at && code.expires_at <= nowIso(call)) return `这个兑换码已于 ${chinaMinute(code.expires_at)} 过期`;
  return "兑换码不正确，或已经用过";
}

/**
 * Redeems a code within the transaction; null if the code is not valid.
 * @throws BusinessError INVALID_PARAMS if what it opens is hidden, NOT_LOGIN if the account was closed meanwhile: then
 * the code stays unused
 */
async function redeemWithin(
  trx: Db,
  call: Call,
  { userId, codeHash, tree }: { userId: number; codeHash: string; tree: CategoryTree },
): Promise<OrderRow | null> {
  const now = nowIso(call);
  await holdOwnAccount(trx, userId);
  const used = await trx
    .updateTable("zhiku_redeem_codes")
    .set({ used_by: userId, used_at: now })
    .where("code_hash", "=", codeHash)
    .where("used_at", "is", null)
    .where("voided_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
    .returning("offer_id")
    .executeTakeFirst();
  if (!used) return null;
  const offer = await trx
    .selectFrom("zhiku_offers")
    .select(["id", "name", "category_id", "days"])
    .where("id", "=", used.offer_id)
    .executeTakeFirstOrThrow();
  // Its days would run while nobody can read what it opens.
  if (offer.category_id !== null && !tree.isShown(offer.category_id)) throw invalid({ code: HIDDEN });
  const order = await trx
    .insertInto("zhiku_orders")
    .values({
      order_no: createOrderNo(call.clock()),
      user_id: userId,
      offer_id: offer.id,
      offer_name: offer.name,
      category_id: offer.category_id,
      days: offer.days,
      amount: 0,
      channel: "redeem",
      state: "paid",
      request_id: null,
      created_at: now,
      asked_at: now,
      paid_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await trx.updateTable("zhiku_redeem_codes").set({ order_id: order.id }).where("code_hash", "=", codeHash).execute();
  const { category_id: categoryId, days } = offer;
  await grantRight(trx, call, { userId, categoryId, days, source: "redeem", orderId: order.id });
  return order;
}

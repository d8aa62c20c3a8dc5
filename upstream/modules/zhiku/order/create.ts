import type { z } from "zod";
import type { Order, OrderPayment, orderCreateBody } from "#app/contract/zhiku/order";
import { MINUTE } from "#runtime/time-units";
import { type MembersCall, nowIso } from "#upstream/call/context";
import { BusinessError, invalid } from "#upstream/call/errors";
import { type Db, isUniqueViolation } from "#upstream/db/dialect";
import { openidOf } from "#upstream/modules/wechat/openid-of";
import { categoryTree } from "#upstream/modules/zhiku/category/tree";
import { requireCompleteProfile } from "#upstream/modules/zhiku/profile/require-complete";
import { holdOwnAccount } from "#upstream/policy/hold-account";
import { limitedWrite } from "#upstream/policy/limited-write";
import { requireOrderTerms } from "#upstream/policy/pending-agreements";
import type { Pay } from "#upstream/services/pay/pay";
import { ensurePrepay } from "./ensure-prepay";
import { createOrderNo } from "./order-no";
import { lastPayer, type OrderRow, orderOfRequest } from "./queries";
import { orderView, paymentView } from "./view";

/** Milliseconds to pay. WeChat's QR codes are valid for two hours. */
const PAYABLE_FOR = 30 * MINUTE;
/** Milliseconds that an open order must have left to be returned instead of a new one: enough to pay. */
const LEFT_MIN = 5 * MINUTE;

type Purchase = Exclude<z.output<typeof orderCreateBody>, { channel: "redeem" }>;

/**
 * Creates an order with its payment data. The price is the offer's; the same `requestId` returns the same order, even
 * if WeChat Pay did not answer the first time. So does another form for the same purchase while its order is open, as in a
 * second tab, so that nobody pays for it twice.
 * @throws BusinessError NOT_FOUND if the offer is not on sale, CONFLICT if it was changed since the buyer saw it,
 * AGREEMENT_REQUIRED, USER_INFO_INCOMPLETE, PAY_FAILED, WECHAT_FAILED, RATE_LIMITED, NOT_LOGIN, INVALID_PARAMS if the payer inside
 * WeChat is unknown, ALREADY_SUBMITTED if the form has created another order
 */
export async function createOrder(
  call: MembersCall,
  body: Purchase,
): Promise<{ order: Order; payment: OrderPayment | null }> {
  const { db, pay } = call;
  const { userId } = call.viewer;
  if (!pay) throw new BusinessError("PAY_FAILED", "本站没有开通在线支付，可以使用兑换码");
  const earlier = await orderOfRequest(db, userId, body.requestId);
  const order = requireSame(earlier ?? (await insertOrder(call, pay, body)), body);
  const ready = await ensurePrepay(call, pay, order);
  return { order: orderView(ready), payment: paymentView(ready, pay, nowIso(call)) };
}

/** @throws BusinessError ALREADY_SUBMITTED */
function requireSame(order: OrderRow, { channel, offerId }: Purchase): OrderRow {
  if (order.channel === channel && order.offer_id === offerId) return order;
  throw new BusinessError("ALREADY_SUBMITTED", "这一页已经下过另一张订单，请刷新后重试");
}

async function insertOrder(call: MembersCall, pay: Pay, body: Purchase): Promise<OrderRow> {
  const { db, clock } = call;
  const { userId } = call.viewer;
  const offer = await db
    .selectFrom("zhiku_offers")
    .select(["id", "name", "category_id", "price", "days"])
    .where("id", "=", body.offerId)
    .where("on_sale", "=", 1)
    .executeTakeFirst();
  const hidden = offer?.category_id != null && !(await categoryTree(call)).isShown(offer.category_id);
  if (!offer || hidden) throw new BusinessError("NOT_FOUND", "这项权益已经不再出售，请看看别的");
  const { seen = offer } = body;
  if (seen.price !== offer.price || seen.days !== offer.days)
    throw new BusinessError("CONFLICT", "这项权益的价格或天数刚刚改过，还没有下单；请看过现在的再买");
  await requireOrderTerms(call, userId);
  // Checked before WeChat's one-time code is used.
  await requireCompleteProfile(call, call.viewer);
  const payer = body.channel === "jsapi" ? await payerFor(call, pay, body.weixinCode) : null;
  const now = clock();
  try {
    // Counting the limits lets a person's orders wait for each other.
    return await limitedWrite(call, "order", async (trx) => {
      // One closed since the call started would keep the payer's openid.
      await holdOwnAccount(trx, userId);
      const until = new Date(now.getTime() + LEFT_MIN).toISOString();
      const open = await openOrder(trx, { userId, offer, channel: body.channel, payer, until });
      if (open) return open;
      return trx
        .insertInto("zhiku_orders")
        .values({
          order_no: createOrderNo(now),
          user_id: userId,
          offer_id: offer.id,
          offer_name: offer.name,
          category_id: offer.category_id,
          days: offer.days,
          amount: offer.price,
          channel: body.channel,
          state: "pending",
          payer_openid: payer,
          request_id: body.requestId,
          created_at: now.toISOString(),
          expires_at: new Date(now.getTime() + PAYABLE_FOR).toISOString(),
          asked_at: now.toISOString(),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    });
  } catch (error) {
    // A double submission: the other one was first.
    const other = isUniqueViolation(error) ? await orderOfRequest(db, userId, body.requestId) : undefined;
    if (!other) throw error;
    return other;
  }
}

type Wanted = {
  userId: number;
  offer: { id: number; category_id: number | null; days: number; price: number };
  channel: Purchase["channel"];
  payer: string | null;
  until: string;
};

/** A person's newest order of an offer as it is now, by the same payer, that can be paid until `until` at least. */
function openOrder(trx: Db, { userId, offer, channel, payer, until }: Wanted): Promise<OrderRow | undefined> {
  return trx
    .selectFrom("zhiku_orders")
    .selectAll()
    .where("user_id", "=", userId)
    .where("offer_id", "=", offer.id)
    .where("category_id", offer.category_id === null ? "is" : "=", offer.category_id)
    .where("days", "=", offer.days)
    .where("amount", "=", offer.price)
    .where("channel", "=", channel)
    .where("state", "=", "pending")
    .where("payer_openid", payer === null ? "is" : "=", payer)
    .where("expires_at", ">", until)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

async function payerFor(call: MembersCall, { appId }: Pay, code: string | undefined): Promise<string> {
  const payer = code === undefined ? await lastPayer(call.db, call.viewer.userId, appId) : await openidOf(call, code);
  if (payer === null) throw invalid({ weixinCode: "请在微信中重新打开这一页，再支付" });
  return payer;
}

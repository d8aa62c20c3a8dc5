import { becauseOf } from "#app/contract/text/because-of";
import { chinaMinute } from "#app/contract/text/china-minute";
import { ASK_US, minute, rightName } from "./message-phrases";
import type { SystemWords } from "./system-words";

const RIGHTS = "/zhiku/rights";
const PROFILE = "/zhiku/profile";

/** Right by the name of its category; null for all. */
type Right = { name: string | null };
/** Order by its number, and the name of its offer. */
type Order = { orderNo: string; offerName: string };

/** Messages about zhiku's rights, orders and professional profiles. */
export const ABOUT_ZHIKU = {
  /** A right ends soon, at `until` (ISO 8601). */
  "right-ending": (right: Right & { until: string }) => ({
    title: `你的${rightName(right)}将于 ${minute(right.until)} 到期`,
    excerpt: "到期前续订，新的期限从到期时接着计算。",
    path: RIGHTS,
  }),
  /** Staff granted a right; `from` is null if it starts at once. */
  "right-granted": (right: Right & { from: string | null; until: string; reason: string }) => ({
    title: `你获得了${rightName(right)}，到 ${chinaMinute(right.until)} 为止`,
    excerpt: `${right.from === null ? "" : `从 ${chinaMinute(right.from)} 起。`}原因：${right.reason}`,
    path: RIGHTS,
  }),
  /** Staff revoked a right. */
  "right-revoked": (right: Right & { reason: string }) => ({
    title: `你的${rightName(right)}已被收回`,
    excerpt: becauseOf(right.reason) + ASK_US,
    path: RIGHTS,
  }),
  /** Staff approved a professional profile. */
  "profile-approved": (_: object) => ({
    title: "你的职业信息已通过审核",
    excerpt: "",
    path: PROFILE,
  }),
  /** Staff rejected it. */
  "profile-rejected": ({ reason }: { reason: string }) => ({
    title: "你的职业信息没有通过审核",
    excerpt: `${becauseOf(reason)}修改后保存，即可继续使用知库。`,
    path: PROFILE,
  }),
  /** A payment arrived, and its right is granted; `begins` is null if it starts at once. */
  "order-paid": ({ begins, until, ...order }: Order & { begins: string | null; until: string }) => ({
    title: `你购买的「${order.offerName}」已付款并开通`,
    excerpt: `${begins === null ? "" : `从 ${chinaMinute(begins)} 起，`}到 ${chinaMinute(until)} 为止。订单号 ${order.orderNo}`,
    path: `/zhiku/orders/${order.orderNo}`,
  }),
  /** A refund arrived; `amount` in fen, null if unknown. `late`: the payment had come after the order was closed. */
  "order-refunded": ({ amount, late, ...order }: Order & { amount: number | null; late: boolean }): SystemWords => {
    const money = amount === null ? "" : ` ¥${(amount / 100).toFixed(2)}`;
    return {
      title: late
        ? `订单「${order.offerName}」关闭后才收到付款，已原路退回${money}`
        : `订单「${order.offerName}」已退款${money}，它带来的权益随之结束`,
      excerpt: `订单号 ${order.orderNo}`,
      path: `/zhiku/orders/${order.orderNo}`,
    };
  },
};

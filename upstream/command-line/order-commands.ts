import { adminOrderApi } from "#app/contract/admin/zhiku/order";
import { adminReconcileApi, type Reconciliation } from "#app/contract/admin/zhiku/reconcile";
import { yesterdayOf } from "#upstream/modules/zhiku/reconcile/reconcile";
import { Refusal } from "./as-staff";
import type { Command } from "./command";

/** Commands for orders and WeChat Pay's bills. */
export const ORDER_COMMANDS: Record<string, Command> = {
  "order query": {
    usage: "订单号",
    text: "向微信支付核实一张订单",
    example: "2026010100000000000000",
    run: ({ caller, words: [orderNo = ""] }) => caller(adminOrderApi.query, { body: { orderNo } }),
  },
  "order refund": {
    usage: "订单号 --reason 原因",
    text: "全额退款；超过站长定的金额要另一位同事批准",
    example: "2026010100000000000000 --reason 买错了",
    run: ({ caller, words: [orderNo = ""], options: { reason = "" } }) =>
      caller(adminOrderApi.refund, { body: { orderNo, reason } }),
  },
  "order reconcile": {
    usage: "[--day 2026-01-31]",
    text: "下载微信支付一天的账单，与本站的订单和退款逐笔核对，默认昨天；有不同时退出码为 1",
    example: "--day 2026-01-31",
    async run({ caller, options, upstream }) {
      const day = options.day ?? yesterdayOf(upstream.services);
      const found = (await caller(adminReconcileApi.compare, { body: { day } })) as Reconciliation;
      if (found.differences > 0) throw new Refusal("DIFFERENT", reconciliationText(found));
      return reconciliationText(found);
    },
  },
};

/** Formats the comparison of a day: the totals of both sides, and a line for each difference. */
function reconciliationText({ day, differences, sums: { there, here }, lines }: Reconciliation): string {
  const yuan = (fen: number) => (fen / 100).toFixed(2);
  const side = ({ payments, refunds }: Reconciliation["sums"]["here"]) =>
    `支付 ${payments.count} 笔 ${yuan(payments.sum)} 元，退款 ${refunds.count} 笔 ${yuan(refunds.sum)} 元`;
  const amount = (one: { amount: number; state: string } | null) => (one ? `${yuan(one.amount)} ${one.state}` : "无");
  return [
    `${day} ${differences === 0 ? "两边一致" : `${differences} 处不同`}`,
    ...[`微信支付：${side(there)}`, `本站：${side(here)}`],
    ...lines.map(
      ({ kind, what, orderNo, there, here }) =>
        `${kind} ${what} ${orderNo}：微信支付 ${amount(there)}，本站 ${amount(here)}`,
    ),
  ].join("\n");
}

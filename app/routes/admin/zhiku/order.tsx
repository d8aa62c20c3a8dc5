import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { formatYuan } from "#app/components/ui/format-yuan";
import { Tag } from "#app/components/ui/tag";
import { TextField } from "#app/components/ui/text-field";
import { adminOrderApi, type OrderRefund } from "#app/contract/admin/zhiku/order";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { LogLink } from "#app/features/admin/log-link";
import { OrderTimeline } from "#app/features/admin/order/order-timeline";
import { REFUND_STATES, staffOrderState } from "#app/features/admin/order/staff-order-states";
import { PersonLink } from "#app/features/admin/person-link";
import { seenIn } from "#app/features/admin/queue/seen-in";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { DefaultButton } from "#app/forms/default-button";
import { readForm, textOf } from "#app/forms/read-form.server";
import type { Flash } from "#app/server/cookies/flash.server";
import { gateway } from "#app/server/gateway/gateway.server";

export async function loader(args: LoaderFunctionArgs) {
  const { permissions, userId } = await requireConsole(args);
  const order = await loadForStaff(args, adminOrderApi.get, { params: { no: args.params.no ?? "" } });
  const may = (["order.query", "order.refund"] as const).filter((one) => permissions.includes(one));
  return { order, may, me: userId };
}

/** Message about what has become of a refund that was requested or approved. */
function flashOfRefund({ state }: Pick<OrderRefund, "state">): string | Flash {
  if (state === "waiting") return "已申请退款，等另一位同事批准";
  if (state === "done") return "已退款";
  if (state === "underway") return "微信支付已受理退款";
  return { kind: "info", message: `退款还没有办成：${REFUND_STATES[state]}` };
}

/** Queries WeChat Pay again, or requests, approves, rejects or withdraws a refund. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const { call } = gateway(args);
  const orderNo = args.params.no ?? "";
  const reason = textOf(form, "reason");
  // Old pages send neither.
  const [refundNo, refunds] = [textOf(form, "refundNo"), textOf(form, "refunds")];
  const seen = { orderNo, ...(refundNo && { refundNo }) };
  const withdraw = () => call(adminOrderApi.withdrawRefund, { body: { ...seen, reason } });
  /** Each resolves to its message. */
  const calls = {
    query: () => call(adminOrderApi.query, { body: { orderNo } }).then(() => "已向微信支付核实"),
    refund: () =>
      call(adminOrderApi.refund, { body: { orderNo, reason, ...(refunds && { seenRefunds: Number(refunds) }) } }).then(
        flashOfRefund,
      ),
    approve: () => call(adminOrderApi.approveRefund, { body: seen }).then(flashOfRefund),
    withdraw: () => withdraw().then(() => "已撤回退款申请"),
    reject: () => withdraw().then(() => "已驳回退款申请"),
  } satisfies Record<string, () => Promise<string | Flash>>;
  const intent = textOf(form, "intent");
  const chosen = Object.hasOwn(calls, intent) ? (intent as keyof typeof calls) : "query";
  const values: Values = { reason, intent: chosen, refundNo, refunds };
  return respondToStaffForm<string | Flash, Values>(args, values, calls[chosen], (flash) => ({
    back: adminPaths.order(orderNo),
    flash,
  }));
}

/** Submitted values; `refundNo` is the refund that was waiting, `refunds` the number of all. */
type Values = { reason: string; intent: string; refundNo: string; refunds: string };

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminOrder() {
  const { order, may, me } = useLoaderData<typeof loader>();
  const { ref, busy, field, notice, refused, values } = useAdminForm<unknown, Values>(["reason"]);
  const { label, tone } = staffOrderState(order);
  const waiting = order.refunds.find(({ state }) => state === "waiting");
  const own = waiting?.requestedBy.userId === me;
  // A reason for the buyer must not become one for a colleague, or the other way round, if a colleague was faster.
  const typed = values && (values.intent === "refund") === !waiting;
  const mayRefund = may.includes("order.refund") && order.state === "paid" && order.amount > 0;
  return (
    <>
      <AdminHead
        title={`${order.offer.name} ${formatYuan(order.amount)}`}
        up={{ label: "订单", to: adminPaths.orders() }}
        text={
          <>
            <Tag tone={tone}>{label}</Tag> <span className="numbers">{order.orderNo}</span>，
            <PersonLink person={order.buyer} />，<span className="numbers">{order.buyer.phone ?? "未绑定手机"}</span>
          </>
        }
      >
        {may.includes("order.query") && order.amount > 0 ? (
          <Form method="post">
            <Button type="submit" name="intent" value="query" icon="refresh" busy={busy}>
              向微信支付核实
            </Button>
          </Form>
        ) : null}
        <LogLink to={adminPaths.logOf("order", order.orderNo)} />
      </AdminHead>
      <AdminNotice notice={notice} />
      <OrderTimeline order={order} />
      {mayRefund ? (
        <Form key={waiting?.refundNo ?? ""} ref={ref} method="post" className="form admin-danger" noValidate>
          {waiting && !own ? <DefaultButton value="reject">驳回</DefaultButton> : null}
          <input
            type="hidden"
            name="refundNo"
            value={seenIn(refused, values?.refundNo || undefined, waiting?.refundNo ?? "")}
          />
          <input
            type="hidden"
            name="refunds"
            value={seenIn(refused, values?.refunds || undefined, String(order.refunds.length))}
          />
          <h2>{waiting ? "等待批准的退款" : "退款"}</h2>
          <p>
            {waiting
              ? `${waiting.requestedBy.nickname}申请退 ${formatYuan(waiting.amount)}：${waiting.reason}`
              : `全额退回 ${formatYuan(order.amount)}，到账后权益随之结束。不能撤销。`}
          </p>
          <TextField
            label={waiting ? (own ? "撤回的原因（选填）" : "驳回的原因，同事会看到") : "原因，买家会看到"}
            {...field("reason")}
            {...(typed ? {} : { defaultValue: "" })}
          />
          <div className="admin-head__actions">
            {waiting && !own ? (
              <Button type="submit" name="intent" value="approve" variant="danger" busy={busy}>
                批准退款 {formatYuan(waiting.amount)}
              </Button>
            ) : null}
            <Button
              type="submit"
              name="intent"
              value={waiting ? (own ? "withdraw" : "reject") : "refund"}
              variant={waiting ? "plain" : "danger"}
              busy={busy}
            >
              {waiting ? (own ? "撤回申请" : "驳回") : `退款 ${formatYuan(order.amount)}`}
            </Button>
          </div>
        </Form>
      ) : null}
    </>
  );
}

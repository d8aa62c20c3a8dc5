import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { formatYuan } from "#app/components/ui/format-yuan";
import { Link } from "#app/components/ui/link";
import { Pagination } from "#app/components/ui/pagination";
import { Tabs } from "#app/components/ui/tabs";
import { Tag } from "#app/components/ui/tag";
import { TextField } from "#app/components/ui/text-field";
import { Time } from "#app/components/ui/time";
import { adminOrderApi } from "#app/contract/admin/zhiku/order";
import { fenOf } from "#app/contract/text/fen-of";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { AdminTable } from "#app/features/admin/admin-table";
import { answerStaffForm } from "#app/features/admin/answer-staff-form.server";
import { VersionField } from "#app/features/admin/fields/version-field";
import { dayAgo } from "#app/features/admin/figures/figure-range.server";
import { isFiltered } from "#app/features/admin/is-filtered";
import { OrderFilter } from "#app/features/admin/order/order-filter";
import { staffOrderState } from "#app/features/admin/order/staff-order-states";
import { PersonLink } from "#app/features/admin/person-link";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { ORDER_CHANNELS } from "#app/features/zhiku/order/order-states";
import { readForm, textOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { pageNumberOf } from "#app/server/params/page-number.server";

const NAMES = ["state", "no", "member", "from", "to"] as const;

export async function loader(args: LoaderFunctionArgs) {
  const { permissions } = await requireConsole(args);
  const given = new URL(args.request.url).searchParams;
  const [state, no, member, from, to] = NAMES.map((name) => given.get(name)?.trim() ?? "") as [
    ...[string, string, string, string, string],
  ];
  const search = { state, no, member, from, to };
  const page = { page: pageNumberOf(given), pageSize: 30 };
  const filled = Object.fromEntries(Object.entries(search).filter(([, value]) => value !== ""));
  const parsed = adminOrderApi.list.query.safeParse({ ...filled, ...page });
  // Invalid filters show an error next to the field and an empty list.
  const wrong = Object.fromEntries(parsed.error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? []);
  const orders = parsed.success ? await loadForStaff(args, adminOrderApi.list, { query: parsed.data }) : null;
  const { limit, version } = await loadForStaff(args, adminOrderApi.refundLimit, {});
  const days = {
    from: wrong.from || !from ? `${dayAgo(0).slice(0, 8)}01` : from,
    to: wrong.to || !to ? dayAgo(0) : to,
  };
  const may = (["system.manage", "finance.export"] as const).filter((one) => permissions.includes(one));
  return { search, wrong, orders, limit, version, days, may };
}

/** Sets the amount above which a refund needs a second person. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const values = { limit: textOf(form, "limit").trim(), version: textOf(form, "version") };
  const body = {
    limit: values.limit === "" ? null : fenOf(values.limit),
    ...(values.version && { version: Number(values.version) }),
  };
  const set = () => gateway(args).call(adminOrderApi.setRefundLimit, { body });
  return answerStaffForm(args, values, set, { back: adminPaths.orders(), flash: "已保存" });
}

const STATES = [
  ["", "全部"],
  ["waiting", "退款待批准"],
  ["refunding", "退款中"],
  ["pending", "待支付"],
  ["paid", "已支付"],
  ["refunded", "已退款"],
  ["closed", "已关闭"],
] as const;

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminOrders() {
  const { search, wrong, orders, limit, version, days, may } = useLoaderData<typeof loader>();
  const emptyText = isFiltered(search) ? "没有这样的订单。" : "还没有订单。读者下单以后，在这里查看和退款。";
  const { ref, busy, field, notice, values } = useAdminForm<null, { limit: string; version: string }>(["limit"]);
  const shownLimit = limit === null ? "" : String(limit / 100);
  return (
    <>
      <AdminHead title="订单">
        <LinkButton to={adminPaths.reconcile()} icon="check-circle">
          对账
        </LinkButton>
      </AdminHead>
      <Tabs
        label="订单"
        tabs={STATES.map(([state, label]) => ({
          label,
          to: adminPaths.orders(state),
          current: search.state === state,
        }))}
      />
      <OrderFilter search={search} wrong={wrong} />
      {orders === null || orders.list.length === 0 ? (
        <EmptyState later={(orders?.page ?? 1) > 1} text={orders === null ? "请先改正上面的条件。" : emptyText} />
      ) : (
        <AdminTable shape="rows">
          <thead>
            <tr>
              <th>订单</th>
              <th>买家</th>
              <th className="admin-table__sum">金额</th>
              <th>状态</th>
              <th>下单</th>
            </tr>
          </thead>
          <tbody>
            {orders.list.map((order) => {
              const { label, tone } = staffOrderState(order);
              return (
                <tr key={order.orderNo}>
                  <td>
                    <Link to={adminPaths.order(order.orderNo)}>{order.offer.name}</Link>
                    <small className="numbers">
                      {order.orderNo}，{ORDER_CHANNELS[order.channel]}
                    </small>
                  </td>
                  <td>
                    <PersonLink person={order.buyer} />
                    <small className="numbers">{order.buyer.phone ?? "未绑定手机"}</small>
                  </td>
                  <td className="numbers admin-table__sum">{formatYuan(order.amount)}</td>
                  <td>
                    <Tag tone={tone}>{label}</Tag>
                  </td>
                  <td>
                    <Time value={order.createdAt} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </AdminTable>
      )}
      {orders ? <Pagination page={orders.page} pageSize={orders.pageSize} total={orders.total} /> : null}
      {may.includes("finance.export") ? (
        <section className="admin-panel" aria-labelledby="export-title">
          <h2 id="export-title">导出</h2>
          <Form
            key={`${days.from} ${days.to}`}
            method="post"
            action={adminPaths.ordersExport()}
            className="admin-filter"
            reloadDocument
          >
            <TextField label="从" name="from" type="date" defaultValue={days.from} />
            <TextField label="到" name="to" type="date" defaultValue={days.to} />
            <Button type="submit" icon="download">
              导出订单与退款
            </Button>
          </Form>
        </section>
      ) : null}
      {may.includes("system.manage") ? (
        <section className="admin-panel" aria-labelledby="limit-title">
          <h2 id="limit-title">退款要第二个人批准</h2>
          <Form ref={ref} method="post" className="form" noValidate>
            <AdminNotice notice={notice} />
            <VersionField notice={notice} stored={version} submitted={values?.version}>
              {limit === null ? "都不需要" : formatYuan(limit)}
            </VersionField>
            <TextField
              key={shownLimit}
              label="超过多少元"
              {...field("limit", shownLimit)}
              inputMode="decimal"
              help="留空：都不需要。0：每一笔都需要。"
            />
            <Button type="submit" busy={busy}>
              保存
            </Button>
          </Form>
        </section>
      ) : (
        <p className="admin-log__note">
          {limit === null ? "退款不需要第二个人批准。" : `超过 ${formatYuan(limit)} 的退款要另一位同事批准。`}
        </p>
      )}
    </>
  );
}

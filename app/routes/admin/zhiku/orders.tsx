import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { formatYuan } from "#app/components/ui/format-yuan";
import { Pagination } from "#app/components/ui/pagination";
import { Tabs } from "#app/components/ui/tabs";
import { adminOrderApi } from "#app/contract/admin/zhiku/order";
import { fenOf } from "#app/contract/text/fen-of";
import { AdminHead } from "#app/features/admin/admin-head";
import { adminPaths } from "#app/features/admin/admin-paths";
import { dayAgo } from "#app/features/admin/figures/figure-range.server";
import { isFiltered } from "#app/features/admin/is-filtered";
import { OrderFilter } from "#app/features/admin/order/order-filter";
import { OrderTable } from "#app/features/admin/order/order-table";
import { OrdersExport } from "#app/features/admin/order/orders-export";
import { RefundLimit } from "#app/features/admin/order/refund-limit";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
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
  return respondToStaffForm(args, values, set, { back: adminPaths.orders(), flash: "已保存" });
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
        <OrderTable orders={orders.list} />
      )}
      {orders ? <Pagination page={orders.page} pageSize={orders.pageSize} total={orders.total} /> : null}
      {may.includes("finance.export") ? <OrdersExport days={days} /> : null}
      {may.includes("system.manage") ? (
        <RefundLimit limit={limit} version={version} />
      ) : (
        <p className="admin-log__note">
          {limit === null ? "退款不需要第二个人批准。" : `超过 ${formatYuan(limit)} 的退款要另一位同事批准。`}
        </p>
      )}
    </>
  );
}

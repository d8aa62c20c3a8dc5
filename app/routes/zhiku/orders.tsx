import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";
import { Pagination } from "#app/components/ui/pagination";
import { Tabs } from "#app/components/ui/tabs";
import { useHere } from "#app/components/ui/use-here";
import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { EmptyList } from "#app/features/feed/empty-list";
import { pageMeta } from "#app/features/seo/meta";
import { OrderRow } from "#app/features/zhiku/order/order-row";
import { ORDER_STATES, orderStateOf } from "#app/features/zhiku/order/order-states";
import { redeem } from "#app/features/zhiku/order/redeem.server";
import { RedeemForm, type RedeemRefusal } from "#app/features/zhiku/order/redeem-form";
import { isFormReturned, userUnlessReturned } from "#app/forms/returned-form.server";
import { paths } from "#app/paths";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { pageNumberOf } from "#app/server/params/page-number.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "我的订单", path: paths.zhikuOrders(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  // A refused code without a session is shown alone.
  if (!(await userUnlessReturned(args))) return { state: null, orders: null };
  const query = new URL(args.request.url).searchParams;
  const state = orderStateOf(query.get("state"));
  const page = pageNumberOf(query);
  const input = { query: { page, ...(state ? { state } : {}) } };
  const { load, call } = gateway(args);
  const orders = await (isFormReturned(args.context)
    ? optional(call(zhikuOrderApi.list, input))
    : load(zhikuOrderApi.list, input));
  return { state: state ?? null, orders };
}

export async function action(args: ActionFunctionArgs) {
  return redeem(args);
}

const FILTERS = [
  { label: "全部", state: null },
  ...(["pending", "paid", "closed", "refunded"] as const).map((state) => ({ label: ORDER_STATES[state].label, state })),
];

export default function ZhikuOrders() {
  const { state, orders } = useLoaderData<typeof loader>();
  const refused = useActionData<RedeemRefusal>();
  const back = useHere().query.get("back") ?? undefined;
  if (!orders) {
    return (
      <Columns>
        <PageHead title="我的订单" />
        <RedeemForm refused={refused} />
      </Columns>
    );
  }
  return (
    <Columns side={<RedeemForm refused={refused} />}>
      <PageHead title="我的订单" />
      <Card flush>
        <Tabs
          label="按状态筛选"
          tabs={FILTERS.map((filter) => ({
            label: filter.label,
            to: paths.zhikuOrders({ state: filter.state ?? undefined, back }),
            current: filter.state === state,
          }))}
        />
        {orders.list.length > 0 ? (
          <ul className="orders">
            {orders.list.map((order) => (
              <OrderRow key={order.orderNo} order={order} />
            ))}
          </ul>
        ) : (
          <EmptyList
            page={orders.page}
            text={state ? `没有${ORDER_STATES[state].label}的订单` : "还没有订单"}
            action={{ label: "看看有哪些权益", to: paths.zhikuRights() }}
          />
        )}
        <Pagination {...orders} />
      </Card>
    </Columns>
  );
}

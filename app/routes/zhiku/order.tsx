import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";
import { FlashMessage } from "#app/components/ui/flash-message";
import { formatYuan } from "#app/components/ui/format-yuan";
import { Tag } from "#app/components/ui/tag";
import { pageMeta } from "#app/features/seo/meta";
import { askAgain, cancelOrder } from "#app/features/zhiku/order/change-order.server";
import { loadOrder } from "#app/features/zhiku/order/load-order.server";
import { OrderFacts } from "#app/features/zhiku/order/order-facts";
import { ORDER_STATES } from "#app/features/zhiku/order/order-states";
import { PendingOrder } from "#app/features/zhiku/order/pending-order";
import { SettledOrder } from "#app/features/zhiku/order/settled-order";
import type { Refused } from "#app/forms/form-result";
import { readForm, textOf } from "#app/forms/read-form.server";
import { paths } from "#app/paths";
import { requireUser } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "订单", path: paths.zhikuOrder(data.order.orderNo), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args);
  return loadOrder(args);
}

/** Checks again whether it is paid, or, with `intent=cancel`, closes it. */
export async function action(args: ActionFunctionArgs) {
  await requireUser(args);
  const intent = textOf(await readForm(args.request), "intent");
  return intent === "cancel" ? cancelOrder(args) : askAgain(args);
}

export default function ZhikuOrder() {
  const { order, back, incomplete, until, meanwhile, code, launch, unfit, secondsLeft } =
    useLoaderData<typeof loader>();
  // Successful actions redirect; this is the message if the server could not be reached.
  const unsent = useActionData<Refused>();
  const { orderNo, offer, amount, state } = order;
  return (
    <Columns>
      <PageHead title={state === "pending" ? "支付订单" : "订单"} up={{ label: "我的订单", to: paths.zhikuOrders() }} />
      <Card>
        <div className="order-head">
          <h2 className="order-head__name">{offer.name}</h2>
          <strong className="order-head__amount numbers">{formatYuan(amount)}</strong>
          <Tag tone={ORDER_STATES[state].tone}>{ORDER_STATES[state].label}</Tag>
        </div>
        {unsent ? <FlashMessage kind="error" message={unsent.message} /> : null}
        {state === "pending" ? (
          <PendingOrder
            key={orderNo}
            order={order}
            until={until}
            meanwhile={meanwhile}
            code={code}
            launch={launch}
            unfit={unfit}
            secondsLeft={secondsLeft}
            back={back}
          />
        ) : (
          <SettledOrder order={order} incomplete={incomplete} until={until} back={back} />
        )}
        <OrderFacts order={order} />
      </Card>
    </Columns>
  );
}

import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { LinkButton } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { formatYuan } from "#app/components/ui/format-yuan";
import { Link } from "#app/components/ui/link";
import { Tag } from "#app/components/ui/tag";
import { adminOfferApi, type EditedOffer } from "#app/contract/admin/zhiku/offer";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { AdminTable } from "#app/features/admin/admin-table";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { readOrder } from "#app/features/admin/rows/read-order.server";
import { StepButtons } from "#app/features/admin/rows/step-buttons";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { readForm } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway/gateway.server";

export async function loader(args: LoaderFunctionArgs) {
  await requireConsole(args);
  return { offers: await loadForStaff(args, adminOfferApi.list, {}) };
}

/** Moves an offer up or down: `order` is the whole list in its new order. */
export async function action(args: ActionFunctionArgs) {
  const { ids } = readOrder(await readForm(args.request));
  const order = () => gateway(args).call(adminOfferApi.order, { body: { ids } });
  return respondToStaffForm(args, {}, order, { back: adminPaths.offers(), flash: "已排好" });
}

export default function AdminOffers() {
  const { offers } = useLoaderData<typeof loader>();
  const { ref, busy, notice } = useAdminForm();
  return (
    <>
      <AdminHead title="商品与价格" text="读者在权益页按这个顺序看到在售的商品。">
        <LinkButton to={adminPaths.offer("new")} variant="primary" icon="plus">
          新建商品
        </LinkButton>
      </AdminHead>
      <AdminNotice notice={notice} />
      {offers.length === 0 ? (
        <EmptyState text="还没有商品。一项商品打开一个分类或全部分类，定好价格和天数，上架之后读者就能买。" />
      ) : (
        <Form ref={ref} method="post">
          <AdminTable shape="rows">
            <thead>
              <tr>
                <th>名称</th>
                <th>打开</th>
                <th className="admin-table__sum">价格</th>
                <th className="admin-table__sum">天数</th>
                <th>状态</th>
                <th className="admin-table__sum">订单</th>
                <th>顺序</th>
              </tr>
            </thead>
            <tbody>
              {offers.map((offer, at) => (
                <tr key={offer.id}>
                  <td>
                    <Link to={adminPaths.offer(offer.id)}>{offer.name}</Link>
                  </td>
                  <td>{offer.category?.name ?? "全部分类"}</td>
                  <td className="numbers admin-table__sum">{formatYuan(offer.price)}</td>
                  <td className="numbers admin-table__sum" data-label="天数">
                    {offer.days}
                  </td>
                  <td>
                    <StateOf offer={offer} />
                  </td>
                  <td className="numbers admin-table__sum" data-label="订单">
                    {offer.orders}
                  </td>
                  <td>
                    <StepButtons ids={offers.map(({ id }) => id)} at={at} name={offer.name} busy={busy} />
                  </td>
                </tr>
              ))}
            </tbody>
          </AdminTable>
        </Form>
      )}
    </>
  );
}

function StateOf({ offer: { onSale, shown } }: { offer: EditedOffer }) {
  if (!onSale) return <Tag>没有上架</Tag>;
  return shown ? <Tag tone="accent">在售</Tag> : <Tag tone="warm">分类已隐藏</Tag>;
}

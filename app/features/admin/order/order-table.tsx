import { formatYuan } from "#app/components/ui/format-yuan";
import { Link } from "#app/components/ui/link";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import type { StaffOrder } from "#app/contract/admin/zhiku/order";
import { adminPaths } from "#app/features/admin/admin-paths";
import { AdminTable } from "#app/features/admin/admin-table";
import { PersonLink } from "#app/features/admin/person-link";
import { ORDER_CHANNELS } from "#app/features/zhiku/order/order-states";
import { staffOrderState } from "./staff-order-states";

/** Orders in the console, with their buyers and states. */
export function OrderTable({ orders }: { orders: readonly StaffOrder[] }) {
  return (
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
        {orders.map((order) => {
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
  );
}

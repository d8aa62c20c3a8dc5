import { Link } from "#app/components/ui/link";
import { Tag } from "#app/components/ui/tag";
import type { StaffRight } from "#app/contract/admin/zhiku/right";
import { adminPaths } from "#app/features/admin/admin-paths";
import { PersonLink } from "#app/features/admin/person-link";
import { RightSpan } from "#app/features/zhiku/rights/right-span";
import { RIGHT_SOURCES, RIGHT_STATES, scopeName } from "#app/features/zhiku/rights/right-states";

type Props = {
  right: StaffRight;
  /** Whether the viewer may revoke rights. */
  revokes: boolean;
  marked: boolean | undefined;
};

/** A right in the console's list; a purchased one has a link to its order instead of a checkbox. */
export function RightRow({ right, revokes, marked }: Props) {
  const { id, owner, category, from, until, state, source, orderNo, paid } = right;
  return (
    <tr>
      {revokes ? (
        <td>
          {state === "expired" || paid ? null : (
            <label className="admin-queue__box">
              <input
                type="checkbox"
                name="item"
                value={id}
                defaultChecked={marked}
                aria-label={`选中 ${owner.nickname} 的“${scopeName(category)}”，第 ${id} 项`}
              />
            </label>
          )}
        </td>
      ) : null}
      <td>
        <PersonLink person={owner} />
        <small className="numbers">{owner.phone ?? "未绑定手机"}</small>
      </td>
      <td>{scopeName(category)}</td>
      <td>
        <Tag tone={RIGHT_STATES[state].tone}>{RIGHT_STATES[state].label}</Tag>
      </td>
      <td>
        <RightSpan from={from} until={until} format="datetime" />
      </td>
      <td>
        {RIGHT_SOURCES[source]}
        {orderNo ? (
          <small>
            <Link to={adminPaths.order(orderNo)}>{paid ? "订单，退款即结束" : "订单"}</Link>
          </small>
        ) : null}
      </td>
    </tr>
  );
}

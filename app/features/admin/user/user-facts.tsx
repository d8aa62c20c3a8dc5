import { Link } from "#app/components/ui/link";
import { Time } from "#app/components/ui/time";
import type { adminUserApi } from "#app/contract/admin/user/user";
import type { CallData } from "#app/contract/endpoint";
import { KINDS, kindsWith } from "#app/contract/kinds";
import { adminPaths } from "#app/features/admin/admin-paths";
import { Fact } from "#app/features/admin/fact";
import { paths } from "#app/paths";

/** Data of a member in the console. */
export type AdminUser = CallData<typeof adminUserApi.get>;

/** Facts about a member's content and account, with links. @param sees whether the viewer may see all content */
export function UserFacts({ user, sees }: { user: AdminUser; sees: boolean }) {
  const { userId, held, reports, orders, rights } = user;
  return (
    <dl className="admin-account">
      <Fact label="发表">
        {kindsWith("owned").map((kind) => (
          <Link key={kind} to={paths.writtenBy(kind, userId)} reload>
            {KINDS[kind].name} {user.counts[kind]}
          </Link>
        ))}{" "}
        {sees ? <Link to={adminPaths.contents("question", { author: String(userId) })}>在后台看</Link> : null}
      </Fact>
      <Fact label="送审">
        等待 {held.waiting}，通过 {held.approved}，退回 {held.refused}
      </Fact>
      {reports ? (
        <Fact label="被举报">
          待处理 {reports.open}，成立 {reports.upheld}，不成立 {reports.dismissed}
        </Fact>
      ) : null}
      <Fact label="注册">
        <Time value={user.joinedAt} format="datetime" />
        {user.closedAt ? (
          <>
            ，<Time value={user.closedAt} format="datetime" /> 注销
          </>
        ) : null}
      </Fact>
      <Fact label="登录方式">
        {[user.phone && `手机 ${user.phone}`, user.hasPassword && "密码", user.weixinBound && "微信"]
          .filter(Boolean)
          .join("，") || "没有，不能登录"}
      </Fact>
      {user.mail ? <Fact label="通知邮箱">{user.mail}</Fact> : null}
      {user.company || user.city || user.headline || user.bio ? (
        <Fact label="资料">{[user.headline, user.company, user.city, user.bio].filter(Boolean).join("；")}</Fact>
      ) : null}
      {orders ? (
        <Fact label="订单">
          <Link to={adminPaths.ordersOf(userId)}>
            共 {orders.all}，已支付 {orders.paid}
          </Link>
        </Fact>
      ) : null}
      {rights ? (
        <Fact label="知库权益">
          {rights.length === 0
            ? "没有"
            : rights.map(({ id, category, until, state }) => (
                <span key={id}>
                  {category?.name ?? "全部分类"}，{state === "expired" ? "已于 " : "至 "}
                  <Time value={until} format="date" />
                  {state === "expired" ? " 到期" : ""}
                </span>
              ))}{" "}
          <Link to={adminPaths.rights({ member: String(userId) })}>看权益</Link>
        </Fact>
      ) : null}
    </dl>
  );
}

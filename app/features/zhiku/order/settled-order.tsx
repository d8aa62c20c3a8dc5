import { LinkButton } from "#app/components/ui/button";
import { formatYuan } from "#app/components/ui/format-yuan";
import { Illustration } from "#app/components/ui/illustration";
import { Time } from "#app/components/ui/time";
import type { Order } from "#app/contract/zhiku/order";
import { paths } from "#app/paths";

type Props = {
  order: Order;
  /** Whether it is paid, but the professional profile is still incomplete. */
  incomplete: boolean;
  /** Time until which the buyer has access to what the order covers; null for none now, undefined if unknown. */
  until: string | null | undefined;
  back: string | undefined;
};

/** An order that needs no payment any more: its outcome, and what comes next. */
export function SettledOrder({ order, incomplete, until, back }: Props) {
  if (order.state === "paid" && until === null) {
    return (
      <div className="pay">
        <h3 className="pay__result">权益已结束</h3>
        <p className="pay__text">这张订单开通的权益已经结束，续订后可以接着读。</p>
        <div className="pay__actions">
          <LinkButton to={paths.zhikuRights({ offer: String(order.offer.id), back })} variant="primary">
            续订
          </LinkButton>
          <LinkButton to={paths.zhikuRights()}>我的权益</LinkButton>
        </div>
      </div>
    );
  }
  if (order.state === "paid") {
    return (
      <div className="pay">
        <Illustration name="success" />
        <h3 className="pay__result">权益已开通</h3>
        <p className="pay__text">
          {incomplete ? (
            "还差一步：填好职业信息就能阅读。"
          ) : until ? (
            <>
              现在就可以阅读和下载它打开的全部资料，到 <Time value={until} format="date" />。
            </>
          ) : (
            "它打开的资料和起止日期在“我的权益”里。"
          )}
          {order.refund ? `正在退款 ${formatYuan(order.refund.amount ?? order.amount)}，退回时权益随之结束。` : null}
        </p>
        <div className="pay__actions">
          {incomplete ? (
            <LinkButton to={paths.zhikuProfile(back)} variant="primary">
              填写职业信息
            </LinkButton>
          ) : (
            <LinkButton to={back ?? paths.zhiku()} variant="primary">
              {back ? "继续阅读" : "去知库阅读"}
            </LinkButton>
          )}
          <LinkButton to={paths.zhikuRights()}>我的权益</LinkButton>
        </div>
      </div>
    );
  }
  return (
    <div className="pay">
      <h3 className="pay__result">{titleOf(order)}</h3>
      <p className="pay__text">{fateOf(order)}</p>
      <div className="pay__actions">
        <LinkButton to={paths.zhikuRights({ back })} variant="primary">
          重新购买
        </LinkButton>
      </div>
    </div>
  );
}

const isCancelled = ({ closedAt, expiresAt }: Order): boolean =>
  closedAt !== null && expiresAt !== null && closedAt < expiresAt;

const titleOf = (order: Order): string =>
  order.state === "refunded" ? "订单已退款" : isCancelled(order) ? "订单已取消" : "订单已关闭";

/** Text about the payment's outcome. */
function fateOf(order: Order): string {
  const { refund } = order;
  if (order.state === "refunded") {
    const amount = refund?.amount === null ? "，金额以微信支付的通知为准" : "";
    return `退款原路返回，一般一到三个工作日到账${amount}；随它开通的权益已经收回。`;
  }
  if (refund?.done === false) return "关闭之后收到了付款，正在原路退回；退回之后会通知你。";
  if (order.refundedAt !== null) return "关闭之后收到的付款已经原路退回，一般一到三个工作日到账。";
  return `${isCancelled(order) ? "" : "没有在规定时间内支付，"}不会扣款。关闭之后才付的款会自动原路退回。`;
}

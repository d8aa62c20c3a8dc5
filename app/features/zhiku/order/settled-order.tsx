import { LinkButton } from "#app/components/ui/button";
import { Illustration } from "#app/components/ui/illustration";
import type { Order } from "#app/contract/zhiku/order";
import { paths } from "#app/paths";

type Props = {
  order: Order;
  /** Paid, but a professional profile is still missing. */
  incomplete: boolean;
  back: string | undefined;
};

/** An order that nothing has to be paid for any more: what became of it, and what comes next. */
export function SettledOrder({ order, incomplete, back }: Props) {
  if (order.state === "paid") {
    return (
      <div className="pay">
        <Illustration name="success" />
        <h3 className="pay__result">权益已开通</h3>
        <p className="pay__text">
          {incomplete ? "还差一步：填好职业信息就能阅读。" : "现在就可以阅读和下载它打开的全部资料。"}
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
  const refunded = order.state === "refunded";
  const cancelled =
    !refunded && order.closedAt !== null && order.expiresAt !== null && order.closedAt < order.expiresAt;
  return (
    <div className="pay">
      <h3 className="pay__result">{refunded ? "订单已退款" : cancelled ? "订单已取消" : "订单已关闭"}</h3>
      <p className="pay__text">
        {refunded
          ? "款项原路退回，一般一到三个工作日到账；随它开通的权益已经收回。"
          : `${cancelled ? "" : "没有在规定时间内支付，"}不会扣款。关闭之后才付的款会自动原路退回。`}
      </p>
      <div className="pay__actions">
        <LinkButton to={paths.zhikuRights({ back })} variant="primary">
          重新购买
        </LinkButton>
      </div>
    </div>
  );
}

import { Form, useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { Button, LinkButton } from "#app/components/ui/button";
import { Time } from "#app/components/ui/time";
import type { Order } from "#app/contract/zhiku/order";
import { devPaths } from "#app/features/dev/dev-paths";
import type { QrCode } from "#app/features/qr-code/qr-code.server";
import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";
import { useOrderWatch } from "./use-order-watch";
import type { LaunchParams } from "./wechat-bridge";
import { WechatPay } from "./wechat-pay";

type Props = {
  order: Order;
  /** Time until which the buyer already has access to what the order covers; null for none, undefined if unknown. */
  until: string | null | undefined;
  /** Text on what becomes of the buyer's narrower rights; null if there are none, or unknown. */
  meanwhile: string | null;
  code: QrCode | null;
  launch: LaunchParams | null;
  /** Reason why this browser can't pay it, and the label of the link to an order that it can; null if it can. */
  unfit: { text: string; label: string } | null;
  secondsLeft: number;
  /** Return path to pass on to the next order. */
  back: string | undefined;
};

/** Reload interval in seconds without scripts. */
const LOOK_AGAIN = 15;

/** A pending order: how to pay it, with a countdown. */
export function PendingOrder({ order, until, meanwhile, code, launch, unfit, secondsLeft, back }: Props) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const lookAgain = () => navigate(pathname + search, { replace: true, preventScrollReset: true });
  const demo = useRoot()?.demo;
  const { state, formData } = useNavigation();
  const busy = state !== "idle";
  const asking = busy && formData?.get("intent") !== "cancel";
  // Seconds left at the page's load, so that components loaded later count the same.
  const [seconds] = useState(secondsLeft);
  const left = useOrderWatch(order.orderNo, { seconds: secondsLeft && seconds, onChange: lookAgain });
  if (secondsLeft === 0) {
    return (
      <div className="pay">
        <p>已过支付时间，订单正在关闭。如果你刚刚付了款，请点“我已支付”核对；确实付了的会开通，否则原路退回。</p>
        <div className="pay__actions">
          <AskAgain busy={busy} label={asking ? "正在核对…" : "我已支付"} />
          <LinkButton to={paths.zhikuRights({ back })}>重新购买</LinkButton>
        </div>
        <LookAgain />
      </div>
    );
  }
  return (
    <div className="pay">
      {until ? (
        <p className="pay__text">
          你已有它打开的权益，到 <Time value={until} format="date" />
          ；再付款，时间接在后面。
        </p>
      ) : null}
      {meanwhile ? <p className="pay__text">{meanwhile}。</p> : null}
      {unfit ? <p className="pay__text">{unfit.text}</p> : null}
      {code ? (
        <>
          <svg
            className="pay__code"
            viewBox={`0 0 ${code.size} ${code.size}`}
            width="240"
            height="240"
            role="img"
            aria-label="微信支付二维码"
            shapeRendering="crispEdges"
          >
            <path d={code.path} />
          </svg>
          {unfit ? null : <p className="pay__how">用微信“扫一扫”支付；在手机上可以截图，再到微信里从相册识别</p>}
        </>
      ) : launch && unfit ? null : launch ? (
        <WechatPay params={launch} onDone={lookAgain} />
      ) : (
        <p>微信支付还没有给出付款码，可以再试一次；没有付款码就不会扣款。</p>
      )}
      {order.expiresAt ? (
        <p className="pay__until" role="timer">
          {left > 0 ? (
            <>
              剩余 <b className="numbers">{clock(left)}</b>
            </>
          ) : (
            <>
              请在 <Time value={order.expiresAt} format="datetime" /> 前支付
            </>
          )}
        </p>
      ) : null}
      <div className="pay__actions">
        {unfit ? (
          <LinkButton to={paths.zhikuRights({ offer: String(order.offer.id), back })} variant="primary">
            {unfit.label}
          </LinkButton>
        ) : null}
        <AskAgain busy={busy} label={asking ? "正在核对…" : code || launch ? "我已支付" : "重新获取付款码"} />
        <LinkButton to={paths.zhikuRights({ back })}>换一项权益</LinkButton>
      </div>
      <details className="pay__cancel">
        <summary>取消订单</summary>
        <Form method="post" replace>
          <p>取消后这张订单不能再支付，需要时可以重新购买。</p>
          <Button type="submit" name="intent" value="cancel" variant="danger" size="small" busy={busy}>
            {busy && !asking ? "正在取消…" : "确定取消"}
          </Button>
        </Form>
      </details>
      {demo ? (
        <p className="pay__demo">
          演示站不会真的收钱，请到
          <a href={devPaths.pay(order.orderNo)} target="_blank" rel="noreferrer">
            演示支付
          </a>
          付款。
        </p>
      ) : null}
      <LookAgain />
    </div>
  );
}

/** Reloads the page periodically in browsers without scripts. */
const LookAgain = () => (
  <noscript>
    <meta httpEquiv="refresh" content={String(LOOK_AGAIN)} />
    这一页每 {LOOK_AGAIN} 秒自动刷新一次
  </noscript>
);

/** Button that makes the server query the order; it decides nothing itself. */
function AskAgain({ busy, label }: { busy: boolean; label: string }) {
  return (
    <Form method="post" replace>
      <Button type="submit" variant="primary" busy={busy}>
        {label}
      </Button>
    </Form>
  );
}

const clock = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;

import { Form, useLocation, useNavigate, useNavigation, useRouteLoaderData } from "@remix-run/react";
import { useState } from "react";
import { Button, LinkButton } from "#app/components/ui/button";
import { Time } from "#app/components/ui/time";
import type { Order } from "#app/contract/zhiku/order";
import { paths } from "#app/paths";
import type { loader } from "#app/root";
import type { QrCode } from "./qr-code.server";
import { useOrderWatch } from "./use-order-watch";
import type { LaunchParams } from "./weixin-bridge";
import { WeixinPay } from "./weixin-pay";

type Props = {
  order: Order;
  code: QrCode | null;
  launch: LaunchParams | null;
  secondsLeft: number;
  /** Where somebody came from, to be told to the next order. */
  back: string | undefined;
};

/** Seconds after which a browser without scripts looks again. */
const LOOK_AGAIN = 15;

/** An order that waits to be paid: how to pay it, and the wait. */
export function PendingOrder({ order, code, launch, secondsLeft, back }: Props) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const lookAgain = () => navigate(pathname + search, { replace: true, preventScrollReset: true });
  const demo = useRouteLoaderData<typeof loader>("root")?.demo;
  const asking = useNavigation().state !== "idle";
  // As the page was loaded: what is loaded later counts the same seconds.
  const [seconds] = useState(secondsLeft);
  const left = useOrderWatch(order.orderNo, { seconds, onChange: lookAgain });
  if (secondsLeft === 0) {
    return (
      <div className="pay">
        <p>已过支付时间，订单正在关闭。如果您刚刚付了款，请点“我已支付”核对；确实付了的会开通，否则原路退回。</p>
        <div className="pay__actions">
          <AskAgain busy={asking} />
          <LinkButton to={paths.zhikuRights({ back })}>重新购买</LinkButton>
        </div>
      </div>
    );
  }
  return (
    <div className="pay">
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
          <p className="pay__how">用微信“扫一扫”支付；在手机上可以截图，再到微信里从相册识别</p>
        </>
      ) : launch ? (
        <WeixinPay params={launch} onDone={lookAgain} />
      ) : (
        <p>没能取得付款码，这张订单不会扣款。请重新购买。</p>
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
        <AskAgain busy={asking} />
        <LinkButton to={paths.zhikuRights({ back })}>换一项权益</LinkButton>
      </div>
      {demo ? (
        <p className="pay__demo">
          演示站不会真的收钱，请到
          <a href={paths.devPay(order.orderNo)} target="_blank" rel="noreferrer">
            演示支付
          </a>
          付款。
        </p>
      ) : null}
      <noscript>
        <meta httpEquiv="refresh" content={String(LOOK_AGAIN)} />
        这一页每 {LOOK_AGAIN} 秒自动刷新一次
      </noscript>
    </div>
  );
}

/** Has the server look; never decides anything. */
function AskAgain({ busy }: { busy: boolean }) {
  return (
    <Form method="post" replace>
      <Button type="submit" variant="primary" disabled={busy}>
        {busy ? "正在核对…" : "我已支付"}
      </Button>
    </Form>
  );
}

const clock = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;

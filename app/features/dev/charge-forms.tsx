import { Form } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import type { PayForgery, RefundAct } from "#app/contract/site/dev";

type Act = { act: string; label: string };

const PAYING: readonly Act[] = [
  { act: "pay", label: "付款" },
  { act: "later", label: "付款，十秒后通知" },
  { act: "quietly", label: "付款，不通知" },
];
const LATE: readonly Act[] = [{ act: "anyway", label: "关闭后仍然付款" }];
const NOTIFYING: readonly Act[] = [
  { act: "notify", label: "再通知一次" },
  { act: "repeat", label: "同时通知五次" },
];
const REFUNDING: readonly { act: RefundAct; label: string }[] = [
  { act: "refund", label: "退款" },
  { act: "part", label: "退四分之一" },
  { act: "refund-quietly", label: "退款，不通知" },
];
const ENDING: readonly { act: RefundAct; label: string }[] = [
  { act: "refund-notice", label: "再通知一次" },
  { act: "arrived", label: "已到账" },
  { act: "abnormal", label: "退款异常" },
  { act: "closed", label: "退款关闭" },
];
const FORGING: readonly { act: PayForgery; label: string }[] = [
  { act: "amount", label: "金额不符" },
  { act: "appid", label: "别的应用" },
  { act: "mchid", label: "别的商户" },
  { act: "order", label: "没有的订单" },
  { act: "key", label: "别的密钥加密" },
  { act: "byte", label: "签名后改动" },
  { act: "old", label: "过期的签名" },
  { act: "signature", label: "别人的签名" },
  { act: "serial", label: "未知的公钥" },
  { act: "probe", label: "签名探测" },
  { act: "unsigned", label: "没有签名" },
  { act: "large", label: "过大" },
];

/** Buttons for the actions on one charge of the fake WeChat Pay. */
export function ChargeForms({
  orderNo,
  state,
}: {
  orderNo: string;
  state: "NOTPAY" | "SUCCESS" | "CLOSED" | "REFUND";
}) {
  const rows = [
    { label: "支付", acts: state === "NOTPAY" ? PAYING : state === "CLOSED" ? LATE : [] },
    { label: "通知", acts: state === "SUCCESS" || state === "REFUND" ? NOTIFYING : [] },
    { label: "商户平台", acts: state === "SUCCESS" || state === "REFUND" ? REFUNDING : [] },
    { label: "最近一笔退款", acts: state === "REFUND" ? ENDING : [] },
    { label: "伪造通知", acts: FORGING },
  ];
  return rows
    .filter(({ acts }) => acts.length > 0)
    .map(({ label, acts }) => (
      <Form key={label} method="post" className="inbox__faults">
        <input type="hidden" name="orderNo" value={orderNo} />
        <span className="inbox__service">{label}</span>
        {acts.map(({ act, label: name }) => (
          <Button
            key={act}
            type="submit"
            name="act"
            value={act}
            size="small"
            variant={act === "pay" ? "primary" : "plain"}
          >
            {name}
          </Button>
        ))}
      </Form>
    ));
}

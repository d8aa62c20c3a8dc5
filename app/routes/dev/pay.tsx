import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Button, LinkButton } from "#app/components/ui/button";
import { Card } from "#app/components/ui/card";
import { Time } from "#app/components/ui/time";
import { devApi, payAct, payForgery, refundAct } from "#app/contract/site/dev";
import { ChargeForms } from "#app/features/dev/charge-forms";
import { devPaths } from "#app/features/dev/dev-paths";
import { pageMeta } from "#app/features/seo/meta";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import type { Flash } from "#app/server/cookies/flash.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { devOnly } from "#app/server/site/dev-only.server";
import devStyles from "#app/styles/dev.css?url";

const REFUNDS = { PROCESSING: "处理中", SUCCESS: "已到账", ABNORMAL: "异常", CLOSED: "已关闭" };
const STATES = { NOTPAY: "未支付", SUCCESS: "已支付", CLOSED: "已关闭", REFUND: "已退款" };

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({ title: "演示支付", path: devPaths.pay(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  devOnly();
  const charges = await gateway(args).load(devApi.charges, {});
  return { charges };
}

/** `act` is `code` for a redeem code, a way of paying or refunding, `notify` or `repeat`, or the name of a forgery. */
export async function action(args: ActionFunctionArgs) {
  devOnly();
  const form = await readForm(args.request);
  const [orderNo, act] = [textOf(form, "orderNo"), textOf(form, "act")];
  const result = await attempt(() => playAct(args, orderNo, act));
  const flash = result.status === "ok" ? result.data : undefined;
  return respond(args, result, { back: devPaths.pay(orderNo), flash, leads: true });
}

/** Acts as the payer, or as WeChat Pay. @returns a message with the outcome */
async function playAct(args: ActionFunctionArgs, orderNo: string, act: string): Promise<Flash> {
  const { call } = gateway(args);
  if (act === "code") {
    const { code, offerName } = await call(devApi.redeemCode, {});
    return { kind: "success", message: `兑换码 ${code}，可兑换“${offerName}”` };
  }
  const paying = payAct.safeParse(act);
  if (paying.success) {
    const { refusal } = await call(devApi.payCharge, { body: { orderNo, act: paying.data } });
    return refusal ? { kind: "error", message: `不能付：${refusal}` } : { kind: "success", message: "已支付" };
  }
  const refunding = refundAct.safeParse(act);
  if (refunding.success) {
    const { refusal, answers } = await call(devApi.refundCharge, { body: { orderNo, act: refunding.data } });
    if (refusal) return { kind: "error", message: `不能退：${refusal}` };
    const told = answers.length > 0 ? `通知已发出，本站答 ${answers.join("、")}` : "没有通知";
    return { kind: "info", message: `微信支付那边已处理，${told}` };
  }
  const forgery = payForgery.safeParse(act).data;
  const body = { orderNo, times: act === "repeat" ? 5 : 1, ...(forgery ? { forgery } : {}) };
  const { answers } = await call(devApi.notifyCharge, { body });
  return { kind: "info", message: `通知已发出，本站答 ${answers.join("、")}` };
}

export default function DevPay() {
  const { charges } = useLoaderData<typeof loader>();
  return (
    <Columns>
      <link rel="stylesheet" href={devStyles} />
      <PageHead
        title="演示支付"
        text="演示站的微信支付：在这里“扫码”付款、在商户平台退款，或发出重复、伪造的通知；正式站没有这一页。"
      >
        <LinkButton to={devPaths.pay()} size="small" icon="refresh">
          刷新
        </LinkButton>
        <LinkButton to={devPaths.inbox()} size="small">
          让微信支付出故障
        </LinkButton>
      </PageHead>
      <Form method="post" className="inbox__redeem">
        <Button type="submit" name="act" value="code" size="small">
          生成一个兑换码
        </Button>
      </Form>
      {charges.length === 0 ? (
        <Card>
          <p>还没有订单。到知库购买一项权益，就会出现在这里。</p>
        </Card>
      ) : null}
      {charges.map(({ orderNo, description, amount, channel, state, codeUrl, createdAt, noticed, refunds }) => (
        <Card key={orderNo} title={`${description} · ${(amount / 100).toFixed(2)} 元`}>
          <div id={orderNo} className="charge">
            <p className="inbox__to">
              {orderNo} · {channel === "native" ? "扫码" : "微信内"} · <Time value={createdAt} format="datetime" />
            </p>
            <p className="charge__state">{STATES[state]}</p>
            {codeUrl ? <code className="charge__code">{codeUrl}</code> : null}
            {refunds.map((refund) => (
              <p key={refund.no} className="inbox__text">
                {`退款 ${(refund.amount / 100).toFixed(2)} 元，${REFUNDS[refund.status]}，${refund.no}`}
              </p>
            ))}
            {noticed.length > 0 ? (
              <p className="inbox__text">通知：{noticed.map(({ status }) => status || "无回应").join("、")}</p>
            ) : null}
            <ChargeForms orderNo={orderNo} state={state} />
          </div>
        </Card>
      ))}
    </Columns>
  );
}

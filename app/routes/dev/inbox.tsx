import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Button, LinkButton } from "#app/components/ui/button";
import { Card } from "#app/components/ui/card";
import { Time } from "#app/components/ui/time";
import { devApi } from "#app/contract/site/dev";
import { devPaths } from "#app/features/dev/dev-paths";
import { pageMeta } from "#app/features/seo/meta";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { devOnly } from "#app/server/site/dev-only.server";
import devStyles from "#app/styles/dev.css?url";

const SERVICES = [
  { service: "sms", label: "短信" },
  { service: "mail", label: "邮件" },
  { service: "wechat", label: "微信" },
  { service: "pay", label: "微信支付" },
  { service: "engines", label: "搜索引擎" },
] as const;

const FAULTS = [
  { fault: "", label: "正常" },
  { fault: "delay", label: "变慢" },
  { fault: "lost", label: "没有回应" },
  { fault: "error", label: "服务器错误" },
  { fault: "garbage", label: "乱码" },
] as const;

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({ title: "演示收件箱", path: devPaths.inbox(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  devOnly();
  const { load } = gateway(args);
  const [messages, letters, cards, faults] = await Promise.all([
    load(devApi.inbox, {}),
    load(devApi.mailInbox, {}),
    load(devApi.wechatInbox, {}),
    load(devApi.faults, {}),
  ]);
  return { messages, letters, cards, faults };
}

export async function action(args: ActionFunctionArgs) {
  devOnly();
  const form = await readForm(args.request);
  const what = (["notifications", "weekly"] as const).find((one) => one === textOf(form, "send"));
  if (what) {
    const sent = await attempt(() => gateway(args).call(devApi.sendLetters, { body: { what } }));
    return respond(args, sent, { back: devPaths.inbox(), leads: true });
  }
  const service = SERVICES.find((one) => one.service === textOf(form, "service"))?.service ?? "sms";
  const body = { service, fault: textOf(form, "fault") || null };
  const result = await attempt(() => gateway(args).call(devApi.setFault, { body }));
  return respond(args, result, { back: devPaths.inbox(), leads: true });
}

export default function DevInbox() {
  const { messages, letters, cards, faults } = useLoaderData<typeof loader>();
  return (
    <Columns>
      <link rel="stylesheet" href={devStyles} />
      <PageHead title="演示收件箱" text="演示站的短信、邮件和微信消息不会真的发出，都在这里；正式站没有这一页。">
        <LinkButton to={devPaths.inbox()} size="small" icon="refresh">
          刷新
        </LinkButton>
      </PageHead>
      <Card flush>
        {messages.length > 0 ? (
          <ul className="items">
            {messages.map(({ phone, text, code, sentAt }) => (
              <li key={`${phone}${sentAt}`} className="item inbox__message">
                <p className="inbox__to">
                  {phone} · <Time value={sentAt} format="datetime" />
                </p>
                <p className="inbox__code">{code}</p>
                <p className="inbox__text">{text}</p>
              </li>
            ))}
          </ul>
        ) : (
          <p className="inbox__none">还没有短信。到登录页获取一次验证码，就会出现在这里。</p>
        )}
      </Card>
      <Card title="邮件">
        <Form method="post" className="inbox__faults">
          <Button type="submit" name="send" value="notifications" size="small">
            现在就寄出通知
          </Button>
          <Button type="submit" name="send" value="weekly" size="small">
            现在就寄每周一信
          </Button>
          <span className="inbox__text">平时等上几分钟，站内看过的就不寄了；信在周一早上寄。</span>
        </Form>
        {letters.length > 0 ? (
          <ul className="items">
            {letters.map(({ to, subject, text, unsubscribe, receivedAt }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: letters have no id
              <li key={`${letters.length - index}`} className="item inbox__message">
                <p className="inbox__to">
                  {to} · <Time value={receivedAt} format="datetime" />
                </p>
                <p className="inbox__subject">{subject}</p>
                <p className="inbox__text inbox__text--letter">{text}</p>
                {unsubscribe ? (
                  <p className="inbox__text">
                    <a href={unsubscribe}>退订链接</a>
                  </p>
                ) : null}
              </li>
            ))}
          </ul>
        ) : (
          <p className="inbox__none">还没有邮件。在“账号与安全”里填一个邮箱，验证码就会出现在这里。</p>
        )}
      </Card>
      <Card title="微信消息">
        {cards.length > 0 ? (
          <ul className="items">
            {cards.map(({ openid, lines, url, sentAt }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: messages have no id
              <li key={`${cards.length - index}`} className="item inbox__message">
                <p className="inbox__to">
                  {openid} · <Time value={sentAt} format="datetime" />
                </p>
                <p className="inbox__text inbox__text--letter">{lines.join("\n")}</p>
                <p className="inbox__text">
                  <a href={url}>点开消息</a>
                </p>
              </li>
            ))}
          </ul>
        ) : (
          <p className="inbox__none">还没有微信消息。在“通知设置”里开通微信、勾上要收的，按上面的“现在就寄出通知”。</p>
        )}
      </Card>
      <Card title="让假服务出故障">
        {SERVICES.map(({ service, label }) => (
          <Form key={service} method="post" className="inbox__faults">
            <input type="hidden" name="service" value={service} />
            <span className="inbox__service">{label}</span>
            {FAULTS.map(({ fault, label: name }) => (
              <Button
                key={fault}
                type="submit"
                name="fault"
                value={fault}
                size="small"
                aria-pressed={(faults[service] ?? "") === fault}
              >
                {name}
              </Button>
            ))}
          </Form>
        ))}
      </Card>
    </Columns>
  );
}

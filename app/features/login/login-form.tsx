import { useRouteLoaderData } from "@remix-run/react";
import { useState } from "react";
import { LinkButton } from "#app/components/ui/button";
import { paths } from "#app/paths";
import type { loader } from "#app/root";
import type { LoginAnswer, LoginMethod } from "./login-answer";
import { PhoneForm } from "./phone-form";

const METHODS: readonly { method: LoginMethod; label: string }[] = [
  { method: "sms", label: "短信登录" },
  { method: "password", label: "密码登录" },
  { method: "weixin", label: "微信登录" },
];

type Props = {
  /** Path to go on to; the action checks it. */
  next: string;
  method?: LoginMethod;
  /** The answer to a form that was posted without scripts. */
  answer?: LoginAnswer | undefined;
};

/**
 * Logs in by phone number with an SMS code or a password, or leads to WeChat. The same on the login page and in the
 * dialog; it posts to the login page's action and, without scripts, is answered by that page.
 */
export function LoginForm({ next, method: first = "sms", answer: posted }: Props) {
  const [chosen, setChosen] = useState<LoginMethod | null>(null);
  const [phone, setPhone] = useState(posted?.phone ?? "");
  const method = chosen ?? posted?.method ?? first;
  const target = posted?.next ?? next;
  return (
    <div className="login-form">
      <nav className="login-form__methods" aria-label="登录方式">
        {METHODS.map((each) => (
          <a
            key={each.method}
            href={paths.login(target, each.method)}
            className="login-form__method"
            {...(each.method === method ? { "aria-current": "page" as const } : {})}
            onClick={(event) => {
              event.preventDefault();
              setChosen(each.method);
            }}
          >
            {each.label}
          </a>
        ))}
      </nav>
      {method === "weixin" ? (
        <WeixinWay next={target} />
      ) : (
        <PhoneForm
          key={method}
          method={method}
          action={paths.login()}
          next={target}
          posted={posted?.method === method ? posted : undefined}
          phone={phone}
          onPhone={setPhone}
        />
      )}
      <p className="login-form__terms">
        {method === "password" ? null : "未注册的手机号验证后将自动注册。"}登录即表示同意
        <a href={paths.terms()}>用户协议</a>和<a href={paths.privacy()}>隐私政策</a>。
      </p>
    </div>
  );
}

function WeixinWay({ next }: { next: string }) {
  const framed = useRouteLoaderData<typeof loader>("root")?.weixinFrame ?? false;
  return (
    <div className={framed ? "login-form__weixin login-form__weixin--framed" : "login-form__weixin"}>
      {framed ? (
        <iframe
          src={paths.weixinFrame(next)}
          title="微信扫码登录"
          width={300}
          height={400}
          // Not on phones, which don't show it: nobody scans their own screen.
          loading="lazy"
          // Whoever agreed is taken away from here by WeChat's page, without having touched it.
          sandbox="allow-scripts allow-same-origin allow-top-navigation"
          className="login-form__frame"
        />
      ) : null}
      <p className="login-form__away">将前往微信的授权页面，用手机微信扫码确认后自动回到这里。</p>
      <LinkButton to={paths.loginWeixin(next)} reload rel="nofollow" variant="primary" size="large" icon="wechat" block>
        微信扫码登录
      </LinkButton>
      {framed ? (
        <p className="login-form__frame-help">
          用手机微信扫码确认。二维码没有出现？
          <a href={paths.loginWeixin(next)} rel="nofollow" data-reload="">
            打开微信的授权页面
          </a>
        </p>
      ) : null}
      <p className="field__help">首次使用微信登录时，还需要验证一次手机号。</p>
    </div>
  );
}

import { useEffect, useState } from "react";
import { FlashMessage } from "#app/components/ui/flash-message";
import type { Capability } from "#app/contract/capabilities";
import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";
import { LazyPasskeyLogin } from "./lazy-passkey-login";
import { LazyWechatLogin } from "./lazy-wechat-login";
import type { LoginMethod, LoginResult } from "./login-result";
import { PhoneForm } from "./phone-form";

const METHODS: readonly { method: LoginMethod; label: string; needs?: Capability }[] = [
  { method: "sms", label: "短信登录", needs: "sms" },
  { method: "password", label: "密码登录" },
  { method: "weixin", label: "微信登录", needs: "wechat" },
];

type Props = {
  /** Path to go to afterwards; the action validates it. */
  next: string;
  method?: LoginMethod;
  /** Result of a submission without scripts. */
  result?: LoginResult | undefined;
};

/**
 * Login by phone number with an SMS code or a password, or by WeChat. Used on the login page and in the dialog; it
 * posts to the login page's action and, without scripts, is answered by that page.
 */
export function LoginForm({ next, method: first = "sms", result: posted }: Props) {
  const typed = posted?.values;
  const [chosen, setChosen] = useState<LoginMethod | null>(null);
  const [phone, setPhone] = useState(typed?.phone ?? "");
  const [cookies, setCookies] = useState(true);
  // Only the browser knows; without cookies every login would end at once.
  useEffect(() => setCookies(navigator.cookieEnabled), []);
  const root = useRoot();
  const missing = root?.missing ?? [];
  const offered = METHODS.filter(({ needs }) => !needs || !missing.includes(needs));
  const wanted = chosen ?? typed?.method ?? first;
  const method = offered.some((each) => each.method === wanted) ? wanted : "password";
  const target = typed?.next ?? next;
  return (
    <div className="login-form">
      <nav className="login-form__methods" aria-label="登录方式">
        {offered.map((each) => (
          <a
            key={each.method}
            href={paths.login(target, each.method)}
            className="login-form__method"
            data-reload=""
            aria-current={each.method === method ? "page" : undefined}
            onClick={(event) => {
              // Only a page without cross-origin isolation can frame WeChat's; see `framesWeixin`.
              if (each.method === "weixin" && root?.wechatFrame === "theirs" && crossOriginIsolated) return;
              event.preventDefault();
              setChosen(each.method);
            }}
          >
            {each.label}
          </a>
        ))}
      </nav>
      {cookies ? null : <FlashMessage kind="error" message="浏览器禁用了 Cookie，允许后才能登录" />}
      {method === "weixin" ? (
        <LazyWechatLogin next={target} />
      ) : (
        <PhoneForm
          key={method}
          method={method}
          action={paths.login()}
          next={target}
          posted={typed?.method === method ? posted : undefined}
          phone={phone}
          onPhone={setPhone}
        />
      )}
      <p className="login-form__terms">
        {offered.length === 1 ? "本站还没有开放注册，已有账号的可以用密码登录。" : null}
        {method === "password" ? null : "未注册的手机号验证后将自动注册。"}
      </p>
      {missing.includes("passkey") ? null : <LazyPasskeyLogin next={target} />}
    </div>
  );
}

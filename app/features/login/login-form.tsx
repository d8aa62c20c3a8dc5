import { useFetcher } from "@remix-run/react";
import { useId, useState } from "react";
import { Button } from "#app/components/ui/button";
import { FlashMessage } from "#app/components/ui/flash-message";
import { TextField } from "#app/components/ui/text-field";
import { PASSWORD_MAX } from "#app/contract/limits";
import { paths } from "#app/paths";

type LoginMethod = "sms" | "password";

/** What the login action answers when it could not log in. */
export type LoginAnswer = {
  message: string;
  fields: Record<string, string>;
  phone: string;
  method: LoginMethod;
  next: string;
};

const METHODS: readonly { method: LoginMethod; label: string }[] = [
  { method: "sms", label: "短信登录" },
  { method: "password", label: "密码登录" },
];

type Props = {
  /** Path to go on to; the action checks it. */
  next: string;
  method?: LoginMethod;
  /** The answer to a form that was posted without scripts. */
  answer?: LoginAnswer | undefined;
};

/**
 * Logs in by phone number with an SMS code or a password. The same form on the login page and in the dialog; it
 * posts to the login page's action and, without scripts, is answered by that page.
 */
export function LoginForm({ next, method: first = "sms", answer: posted }: Props) {
  const fetcher = useFetcher<LoginAnswer>();
  const [method, setMethod] = useState(posted?.method ?? first);
  const errorId = useId();
  const answer = fetcher.data ?? posted;
  const busy = fetcher.state !== "idle";
  const { fields = {} } = answer ?? {};
  return (
    <fetcher.Form method="post" action={paths.login()} className="login-form" noValidate>
      <input type="hidden" name="next" value={answer?.next ?? next} />
      <input type="hidden" name="method" value={method} />
      <div className="login-form__methods">
        {METHODS.map((each) => (
          <a
            key={each.method}
            href={`${paths.login(next)}${next ? "&" : "?"}tab=${each.method}`}
            className="login-form__method"
            {...(each.method === method ? { "aria-current": "true" as const } : {})}
            onClick={(event) => {
              event.preventDefault();
              setMethod(each.method);
            }}
          >
            {each.label}
          </a>
        ))}
      </div>
      {answer?.message && !busy ? (
        <div id={errorId}>
          <FlashMessage kind="error" message={answer.message} />
        </div>
      ) : null}
      <TextField
        label="手机号"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        placeholder="11 位手机号"
        defaultValue={answer?.phone ?? ""}
        error={fields.phone}
      />
      {method === "password" ? (
        <TextField
          key="password"
          label="密码"
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
          error={fields.password}
        />
      ) : (
        <div className="login-form__code">
          <TextField
            key="code"
            label="验证码"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder="6 位数字"
            maxLength={6}
            error={fields.code}
          />
          <Button type="submit" name="intent" value="send-code" disabled={busy}>
            获取验证码
          </Button>
        </div>
      )}
      <Button type="submit" name="intent" value="login" variant="primary" size="large" block disabled={busy}>
        {busy ? "请稍候…" : "登录"}
      </Button>
      <p className="login-form__terms">
        未注册的手机号验证后将自动注册。登录即表示同意
        <a href={paths.terms()}>用户协议</a>和<a href={paths.privacy()}>隐私政策</a>。
      </p>
    </fetcher.Form>
  );
}

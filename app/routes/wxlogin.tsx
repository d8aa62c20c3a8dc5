import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { appealPaths } from "#app/appeal-paths";
import { LinkButton } from "#app/components/ui/button";
import { Illustration } from "#app/components/ui/illustration";
import { queryObjApi } from "#app/contract/people/query-obj";
import { appealTicketOf } from "#app/features/login/appeal-ticket.server";
import { BindPhoneForm } from "#app/features/login/bind-phone-form";
import { finishLogin } from "#app/features/login/finish-login.server";
import { logIn } from "#app/features/login/log-in.server";
import type { LoginResult } from "#app/features/login/login-result";
import {
  endWechat,
  rememberWechat,
  type WechatAttempt,
  wechatAttemptOf,
} from "#app/features/login/wechat-attempt.server";
import { pageMeta } from "#app/features/seo/meta";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { useOffered } from "#app/hooks/offered";
import { paths } from "#app/paths";
import { setFlash } from "#app/server/cookies/flash.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { isVisit } from "#app/server/request/visit.server";
import { safePath } from "#app/server/urls/safe-path.server";
import { viewerOf } from "#app/server/viewer.server";

const EXPIRED = "微信授权已失效，请重新扫码";
const STARTED_ELSEWHERE = "微信授权已失效，或不是在这个浏览器里发起的，请重新扫码";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "微信登录", path: paths.wechatLogin(), noIndex: true }, matches);

export const headers: HeadersFunction = ({ loaderHeaders, actionHeaders }) => {
  const all = new Headers(loaderHeaders);
  for (const cookie of actionHeaders.getSetCookie()) all.append("set-cookie", cookie);
  return all;
};

/**
 * Completes WeChat's authorization: `state` and `obj` identify its result, which can be read once. Logs in, or asks for
 * a phone number first; until that is entered, the attempt in the browser's cookie stores the ticket.
 */
export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  const state = query.get("state");
  const obj = query.get("obj");
  if (!isVisit(args.request)) throw redirect("/");
  if (!state || !obj)
    throw redirect("/", {
      headers: { "set-cookie": setFlash({ kind: "error", message: "微信登录没有完成，请再试一次" }) },
    });
  const begun = wechatAttemptOf(args.request, state);
  if (begun?.ended && (await viewerOf(args)).kind === "member") throw redirect(begun.next);
  if (!begun || begun.ended) return failed(STARTED_ELSEWHERE);
  if (begun.ticket) return phoneNeeded(begun.nickname ?? "", begun.next);
  let appeal: string | undefined;
  const result = await attempt(() =>
    gateway(args)
      .call(queryObjApi.get, { query: { state, obj } })
      .catch((error: unknown) => {
        appeal = appealTicketOf(error);
        throw error;
      }),
  );
  if (result.status === "refused") return failed(result.message, begun, appeal);
  if (result.data.kind === "failed") return failed(result.data.reason, begun);
  if (result.data.kind === "phone-needed") {
    const { ticket, nickname } = result.data;
    const short = [...nickname].slice(0, 20).join("");
    return phoneNeeded(short, begun.next, rememberWechat(args.request, { ...begun, ticket, nickname: short }));
  }
  if (result.data.kind === "bound") {
    const next = paths.accountSecure();
    const told = setFlash({ kind: "success", message: "微信已绑定，以后可以直接用微信登录" });
    return leave(args.request, redirect(next, { headers: { "set-cookie": told } }), { ...begun, next });
  }
  return leave(args.request, await finishLogin(args, { token: result.data.token, next: begun.next }), begun);
}

const failed = (reason: string, begun?: WechatAttempt, appeal?: string) => ({
  kind: "failed" as const,
  reason,
  instead:
    begun?.purpose === "bind"
      ? { label: "回账号设置", to: paths.accountSecure() }
      : { label: "换一种方式登录", to: paths.login(begun?.next) },
  appeal: appeal ? appealPaths.ban(appeal) : null,
});
const phoneNeeded = (nickname: string, next: string, cookie?: string) =>
  data({ kind: "phone-needed" as const, nickname, next }, cookie ? { headers: { "set-cookie": cookie } } : {});

/** Ends an attempt that succeeded. */
function leave(request: Request, response: Response, begun: WechatAttempt): Response {
  response.headers.append("set-cookie", endWechat(request, begun));
  return response;
}

/** Binds the WeChat account to a phone number, which logs in. */
export async function action(args: ActionFunctionArgs) {
  const begun = wechatAttemptOf(args.request, new URL(args.request.url).searchParams.get("state"));
  if ((await viewerOf(args)).kind === "member") throw redirect(begun?.next ?? "/");
  const form = await readForm(args.request);
  if (!begun?.ticket) {
    const next = safePath(textOf(form, "next"), "");
    throw redirect(paths.login(next || undefined), {
      headers: { "set-cookie": setFlash({ kind: "error", message: EXPIRED }) },
    });
  }
  const reply = await logIn(args, form, begun.ticket);
  return reply instanceof Response ? leave(args.request, reply, begun) : reply;
}

export default function WechatReturn() {
  const outcome = useLoaderData<typeof loader>();
  const posted = useActionData<LoginResult>();
  const sms = useOffered("sms");
  if (outcome.kind === "phone-needed" && !sms) {
    return (
      <section className="card login">
        <h1 className="login__title">这个微信还没有绑定账号</h1>
        <p className="login__text">
          本站没有开通短信，新账号暂时不能用微信注册。已有账号请用密码登录，再到“账号设置”里绑定微信。
        </p>
        <LinkButton to={paths.login(outcome.next, "password")} variant="primary" size="large" block>
          用密码登录
        </LinkButton>
      </section>
    );
  }
  if (outcome.kind === "phone-needed") {
    return (
      <section className="card login">
        <h1 className="login__title">还差一步</h1>
        <p className="login__text">
          {/* A name from WeChat may contain marks that reverse the text direction. */}
          {outcome.nickname ? <bdi>{outcome.nickname}，你好。</bdi> : null}
          请验证手机号，之后就可以直接用微信登录。已有账号的手机号会与这个微信绑定。
        </p>
        <BindPhoneForm next={outcome.next} result={posted} />
      </section>
    );
  }
  return (
    <div className="error-screen">
      <Illustration name="server-error" />
      <h1 className="error-screen__title">微信授权没有完成</h1>
      <p className="error-screen__description">{outcome.reason}</p>
      <p className="error-screen__actions">
        {outcome.appeal ? <LinkButton to={outcome.appeal}>申诉</LinkButton> : null}
        <LinkButton to={outcome.instead.to} variant="primary">
          {outcome.instead.label}
        </LinkButton>
      </p>
    </div>
  );
}

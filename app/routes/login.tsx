import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { logIn } from "#app/features/login/log-in.server";
import { LoginForm } from "#app/features/login/login-form";
import type { LoginMethod, LoginResult } from "#app/features/login/login-result";
import { pageMeta } from "#app/features/seo/meta";
import { InboxLink } from "#app/features/sms-code/inbox-link";
import { readForm } from "#app/forms/read-form.server";
import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";
import { framesWeixin } from "#app/server/headers/content-security-policy.server";
import { safePath } from "#app/server/urls/safe-path.server";
import { viewerOf } from "#app/server/viewer.server";

const METHODS: readonly LoginMethod[] = ["sms", "password", "weixin"];

export const meta: MetaFunction<typeof loader> = ({ data: found, matches }) =>
  pageMeta(found && { title: "登录", path: paths.login(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  const next = safePath(query.get("next"));
  if ((await viewerOf(args)).kind === "member") throw redirect("/");
  const method = METHODS.find((each) => each === query.get("tab")) ?? "sms";
  return data({ next, method }, { headers: method === "weixin" ? framesWeixin() : {} });
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function action(args: ActionFunctionArgs) {
  return logIn(args, await readForm(args.request));
}

export default function Login() {
  const { next, method } = useLoaderData<typeof loader>();
  const result = useActionData<LoginResult>();
  return (
    <Columns>
      <section className="card login">
        <h1 className="login__title">登录</h1>
        <p className="login__text">登录之后可以提问、回答、收藏，继续没写完的草稿。</p>
        <LoginForm next={next} method={method} result={result} />
        <DemoAccounts />
      </section>
    </Columns>
  );
}

/** Quick login for demo sites. */
function DemoAccounts() {
  if (!useRoot()?.demo) return null;
  return (
    <aside className="login__demo" aria-label="演示站怎样登录">
      <p>
        这里是演示站。用演示作者的手机号 <b className="numbers">13900000001</b> 到{" "}
        <b className="numbers">13900000048</b> 登录，或用任意手机号注册。短信不会真的发出，验证码在
        <InboxLink />
        里。
      </p>
    </aside>
  );
}

import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, replace } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { logIn } from "#app/features/login/log-in.server";
import type { LoginMethod } from "#app/features/login/login-answer";
import { LoginForm } from "#app/features/login/login-form";
import { pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";
import { safePath } from "#app/server/safe-path.server";
import { viewerOf } from "#app/server/viewer.server";

const METHODS: readonly LoginMethod[] = ["sms", "password", "weixin"];

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "登录", path: paths.login(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  const next = safePath(query.get("next"));
  if ((await viewerOf(args)).kind === "member") throw replace("/");
  return { next, method: METHODS.find((method) => method === query.get("tab")) ?? "sms" };
}

export async function action(args: ActionFunctionArgs) {
  return logIn(args, await args.request.formData());
}

export default function Login() {
  const { next, method } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <Columns>
      <section className="card login">
        <h1 className="login__title">登录</h1>
        <p className="login__text">登录之后可以提问、回答、收藏，以及继续没写完的草稿。</p>
        <LoginForm next={next} method={method} answer={answer} />
      </section>
    </Columns>
  );
}

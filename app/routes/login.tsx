import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, replace } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { finishLogin } from "#app/features/login/finish-login.server";
import { logIn } from "#app/features/login/log-in.server";
import { LoginForm } from "#app/features/login/login-form";
import { pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";
import { textOf } from "#app/server/action-answer.server";
import { safePath } from "#app/server/safe-path.server";
import { viewerOf } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "登录", path: paths.login(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  const next = safePath(query.get("next"));
  if ((await viewerOf(args)).kind === "member") throw replace("/");
  return { next, method: query.get("tab") === "password" ? ("password" as const) : ("sms" as const) };
}

export async function action(args: ActionFunctionArgs) {
  const form = await args.request.formData();
  const result = await logIn(args, form);
  if (result.kind === "refused") return data(result.answer, { status: 400 });
  return finishLogin(args, { token: result.token, next: textOf(form, "next") });
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

import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { Button, LinkButton } from "#app/components/ui/button";
import { FlashMessage } from "#app/components/ui/flash-message";
import { TextField } from "#app/components/ui/text-field";
import { NICKNAME_MAX, PASSWORD_MIN } from "#app/contract/limits";
import { userApi } from "#app/contract/user";
import { pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";
import { attempt, statusOf, textOf } from "#app/server/action-answer.server";
import { setFlash } from "#app/server/flash.server";
import { gateway } from "#app/server/gateway.server";
import { readForm } from "#app/server/read-form.server";
import { safePath } from "#app/server/safe-path.server";
import { requireUser } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "完成注册", path: paths.completeRegistration(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  const { hasPassword } = await requireUser(args, paths.login());
  return { hasPassword, next: safePath(new URL(args.request.url).searchParams.get("next")) };
}

export async function action(args: ActionFunctionArgs) {
  await requireUser(args, paths.login());
  const form = await readForm(args.request);
  const nickname = textOf(form, "nickname");
  const password = textOf(form, "password");
  const body = { nickname, ...(password ? { password } : {}) };
  const answer = await attempt(() => gateway(args).call(userApi.complete, { body }));
  if (!answer.ok) {
    return data({ message: answer.message, fields: answer.fields, nickname }, statusOf(answer));
  }
  const welcome = setFlash({ kind: "success", message: `${answer.data.nickname}，欢迎加入` });
  return redirect(safePath(textOf(form, "next")), { headers: { "set-cookie": welcome } });
}

export default function CompleteRegistration() {
  const { next, hasPassword } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const busy = useNavigation().state !== "idle";
  const { nickname, password } = refused?.fields ?? {};
  return (
    <Columns>
      <section className="card login">
        <h1 className="login__title">欢迎加入</h1>
        <p className="login__text">手机号已经验证。取一个昵称，别人会用它认识您。</p>
        <Form method="post" className="login-form" noValidate>
          <input type="hidden" name="next" value={next} />
          {refused && !nickname && !password ? <FlashMessage kind="error" message={refused.message} /> : null}
          <TextField
            label="昵称"
            name="nickname"
            autoComplete="nickname"
            defaultValue={refused?.nickname ?? ""}
            help={`最多 ${NICKNAME_MAX} 个字，以后可以修改`}
            error={nickname}
            autoFocus
          />
          {hasPassword ? null : (
            <TextField
              label="密码（可选）"
              name="password"
              type="password"
              autoComplete="new-password"
              help={`至少 ${PASSWORD_MIN} 位；不设也可以，以后都用短信验证码登录`}
              error={password}
            />
          )}
          <Button type="submit" variant="primary" size="large" block disabled={busy}>
            {busy ? "请稍候…" : "完成"}
          </Button>
          <LinkButton to={next} variant="quiet" block>
            以后再说
          </LinkButton>
        </Form>
      </section>
    </Columns>
  );
}

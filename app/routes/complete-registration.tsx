import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { Columns } from "#app/components/layout/columns";
import { Button, LinkButton } from "#app/components/ui/button";
import { FlashMessage } from "#app/components/ui/flash-message";
import { TextField } from "#app/components/ui/text-field";
import { NO_ERRORS, useFieldErrors } from "#app/components/ui/use-field-errors";
import { NICKNAME_MAX, PASSWORD_MIN } from "#app/contract/limits";
import { userApi } from "#app/contract/user";
import { loginApart } from "#app/features/login/login-apart";
import { pageMeta } from "#app/features/seo/meta";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { paths } from "#app/paths";
import { attempt, statusOf, textOf } from "#app/server/action-answer.server";
import { setFlash } from "#app/server/flash.server";
import { gateway } from "#app/server/gateway.server";
import { readForm } from "#app/server/read-form.server";
import { isFormReturned, markFormReturned } from "#app/server/returned-form.server";
import { safePath } from "#app/server/safe-path.server";
import { requireUser } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "完成注册", path: paths.completeRegistration(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  // With a form whose login has ended comes back what was typed, and no more is needed.
  const hasPassword = isFormReturned(args.context) || (await requireUser(args, paths.login())).hasPassword;
  return { hasPassword, next: safePath(new URL(args.request.url).searchParams.get("next")) };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const nickname = textOf(form, "nickname");
  const password = textOf(form, "password");
  const body = { nickname, ...(password ? { password } : {}) };
  const answer = await attempt(() => gateway(args).call(userApi.complete, { body }));
  if (!answer.ok) {
    const login = answer.code === "NOT_LOGIN";
    if (login) markFormReturned(args.context);
    const message = login ? SESSION_ENDED : answer.message;
    return data({ message, login, fields: answer.fields, nickname }, statusOf(answer));
  }
  const welcome = setFlash({ kind: "success", message: `${answer.data.nickname}，欢迎加入` });
  return redirect(safePath(textOf(form, "next")), { headers: { "set-cookie": welcome } });
}

const SESSION_ENDED = "登录已失效，填好的内容还在下面。请在新窗口登录，再回到这里提交";

export default function CompleteRegistration() {
  const { next, hasPassword } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const busy = useNavigation().state !== "idle";
  const form = useRef<HTMLFormElement>(null);
  useUnsent(form);
  const told = refused?.fields ?? NO_ERRORS;
  const { nickname, password } = useFieldErrors(form, told);
  return (
    <Columns>
      <section className="card login">
        <h1 className="login__title">欢迎加入</h1>
        <p className="login__text">手机号已经验证。取一个昵称，别人会用它认识您。</p>
        <Form ref={form} method="post" className="login-form" data-unsent="registration" noValidate>
          <input type="hidden" name="next" value={next} />
          {refused && !told.nickname && !told.password ? (
            <FlashMessage kind="error" message={refused.message} action={refused.login ? loginApart() : undefined} />
          ) : null}
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

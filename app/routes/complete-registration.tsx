import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { Columns } from "#app/components/layout/columns";
import { Button, LinkButton } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { NICKNAME_MAX, PASSWORD_MIN } from "#app/contract/limits";
import { userApi } from "#app/contract/people/user";
import { UsernameField } from "#app/features/account/username-field";
import { pageMeta } from "#app/features/seo/meta";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { welcomePath } from "#app/features/welcome/welcome-path";
import { attempt } from "#app/forms/attempt.server";
import { FormNotice } from "#app/forms/form-notice";
import type { Refused } from "#app/forms/form-result";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { userUnlessReturned } from "#app/forms/returned-form.server";
import { useFormResult } from "#app/forms/use-form-result";
import { paths } from "#app/paths";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { safePath } from "#app/server/urls/safe-path.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "完成注册", path: paths.completeRegistration(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  const next = safePath(new URL(args.request.url).searchParams.get("next"));
  const user = await userUnlessReturned(args, paths.login(paths.completeRegistration(next)));
  // A refused form without a session contains what was typed, which suffices.
  const editor = user ? await optional(gateway(args).call(userApi.editor, {})) : null;
  return {
    loginName: editor?.loginName ?? null,
    hasPassword: user?.hasPassword ?? true,
    // A member registered by WeChat has their WeChat nickname until they choose one.
    known: user?.weixinBound && user.registrationPending ? user.nickname : "",
    next,
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const nickname = textOf(form, "nickname");
  const password = textOf(form, "password");
  const body = { nickname, ...(password ? { password } : {}) };
  const result = await attempt(() => gateway(args).call(userApi.complete, { body }), { values: { nickname } });
  const next = safePath(textOf(form, "next"));
  // An interrupted navigation is continued.
  const first = next === paths.home();
  return respond(args, result, {
    back: first ? welcomePath() : next,
    flash: result.status === "ok" && !first ? `${result.data.nickname}，欢迎加入` : undefined,
    echo: true,
    leads: true,
    ended: SESSION_ENDED,
  });
}

const SESSION_ENDED = "登录已失效，填好的内容还在下面。请在新窗口登录，再回到这里提交";

export default function CompleteRegistration() {
  const { next, known, hasPassword, loginName } = useLoaderData<typeof loader>();
  const refused = useActionData<Refused<{ nickname: string }>>();
  const busy = useNavigation().state !== "idle";
  const form = useRef<HTMLFormElement>(null);
  useUnsent(form);
  const { fields, notice } = useFormResult(form, refused, { busy, names: ["nickname", "password"] });
  return (
    <Columns>
      <section className="card login">
        <h1 className="login__title">欢迎加入</h1>
        <p className="login__text">手机号已经验证。取一个昵称，别人会用它认识你。</p>
        <Form ref={form} method="post" className="login-form" data-unsent="registration" noValidate>
          <input type="hidden" name="next" value={next} />
          <FormNotice notice={notice} />
          <UsernameField value={loginName} />
          <TextField
            label="昵称"
            name="nickname"
            autoComplete="nickname"
            defaultValue={refused?.values.nickname ?? known}
            help={`最多 ${NICKNAME_MAX} 个字，以后可以修改`}
            error={fields.nickname}
            autoFocus
          />
          {hasPassword ? null : (
            <TextField
              label="密码（可选）"
              name="password"
              type="password"
              autoComplete="new-password"
              help={`至少 ${PASSWORD_MIN} 位；不设也可以，以后都用短信验证码登录`}
              error={fields.password}
            />
          )}
          <Button type="submit" variant="primary" size="large" block busy={busy}>
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

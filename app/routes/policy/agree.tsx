import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { Columns } from "#app/components/layout/columns";
import { Button, LinkButton } from "#app/components/ui/button";
import { FieldError } from "#app/components/ui/field-error";
import { Time } from "#app/components/ui/time";
import { agreementApi } from "#app/contract/people/agreement";
import { AGREEMENTS, type AgreementKey } from "#app/contract/people/agreements";
import { pageMeta } from "#app/features/seo/meta";
import { attempt, refusedResult } from "#app/forms/attempt.server";
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

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({ title: "请同意新的协议", path: paths.agree("/"), noIndex: true }, matches);

/** Loads the agreements that the member has yet to accept; without any, redirects to `next`. */
export async function loader(args: LoaderFunctionArgs) {
  const next = safePath(new URL(args.request.url).searchParams.get("next"));
  const user = await userUnlessReturned(args, paths.login(paths.agree(next)));
  const pending = user ? await optional(gateway(args).call(agreementApi.pending, { query: {} })) : null;
  if (user && pending?.length === 0) throw redirect(next);
  return { next, pending: pending ?? [] };
}

/** Records the acceptance of the displayed versions. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const next = safePath(textOf(form, "next"));
  const values = { agreed: textOf(form, "agreed"), next };
  const options = { back: next, echo: true, leads: true, ended: ENDED };
  if (values.agreed === "")
    return respond(args, refusedResult({ code: "INVALID_PARAMS", ...UNTICKED }, values), options);
  const agreed = values.agreed.split(",").map((one) => {
    const [key, version] = one.split(".");
    return { key: key as AgreementKey, version: Number(version) };
  });
  const agree = () => gateway(args).call(agreementApi.agree, { body: { agreed } });
  return respond(args, await attempt(agree, { values }), options);
}

const NAMES = ["agreed"];
const UNTICKED = { message: "请先勾选同意", fields: { agreed: "请先阅读，再勾选同意" } };
const ENDED = "登录已失效。请在新窗口登录，再回到这里提交";

export default function PolicyAgree() {
  const { next, pending } = useLoaderData<typeof loader>();
  const refused = useActionData<Refused<{ next: string }>>();
  const busy = useNavigation().state !== "idle";
  const names = pending.map(({ key }) => `《${AGREEMENTS[key].name}》`).join("");
  const form = useRef<HTMLFormElement>(null);
  const { fields, notice } = useFormResult(form, refused, { busy, names: NAMES });
  const error = fields.agreed;
  return (
    <Columns>
      <section className="card login">
        <h1 className="login__title">请看看新的{names}</h1>
        <p className="login__text">阅读不受影响；发布内容之前，请先同意现在的版本。只问这一次。</p>
        <Form ref={form} method="post" className="login-form" noValidate>
          <input type="hidden" name="next" value={refused?.values.next ?? next} />
          <FormNotice notice={notice} />
          <ul className="agreement-list">
            {pending.map(({ key, version, effectiveAt, changes }) => (
              <li key={key}>
                <a href={AGREEMENTS[key].path} target="_blank" rel="noopener">
                  {AGREEMENTS[key].name}
                </a>
                （第 {version} 版，
                <Time value={effectiveAt} format="date" /> 起生效）
                {changes ? <p>{changes}</p> : null}
              </li>
            ))}
          </ul>
          <div className="field">
            <label className="choice">
              <input
                type="checkbox"
                name="agreed"
                value={pending.map(({ key, version }) => `${key}.${version}`).join(",")}
                {...(error ? { "aria-invalid": true, "aria-describedby": "agreed-error" } : {})}
              />
              <span>我已阅读并同意{names}</span>
            </label>
            <FieldError id="agreed-error" message={error} />
          </div>
          <Button type="submit" variant="primary" size="large" block busy={busy}>
            {busy ? "请稍候…" : "同意并继续"}
          </Button>
          <LinkButton to={paths.home()} variant="quiet" block>
            先不同意，只看看
          </LinkButton>
          <p className="login-form__terms">
            不同意也可以在<a href={paths.accountSecure()}>账号设置</a>里导出你的数据，或注销账号。
          </p>
        </Form>
      </section>
    </Columns>
  );
}

import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { setupApi } from "#app/contract/admin/system/console";
import { PASSWORD_MIN } from "#app/contract/limits";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { pageMeta } from "#app/features/seo/meta";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { useFragment } from "#app/hooks/use-fragment";
import { paths } from "#app/paths";
import { setFlash } from "#app/server/cookies/flash.server";
import { setToken } from "#app/server/cookies/session.server";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import type { RouteHandle } from "#framework/late-start";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({ title: "开始使用", path: "/setup", noIndex: true }, matches);

/** Available while the site has no owner. */
export async function loader(args: LoaderFunctionArgs) {
  if (!(await isUnowned(args))) throw notFound(SPENT, { title: "链接已经用过" });
  return null;
}

const isUnowned = async (args: ServerArgs): Promise<boolean> => (await gateway(args).load(setupApi.state, {})).unowned;

const SPENT = "本站已经有站长了，成为站长的链接只能用一次。如果就是你，请用当时的手机号和密码登录";
const OWNED = "本站已经有站长了。如果就是你，请用刚才的手机号和密码登录";

/** Makes the holder of the one-time link the owner, and logs them in. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const values = { token: textOf(form, "token"), phone: textOf(form, "phone"), nickname: textOf(form, "nickname") };
  const body = { ...values, token: values.token.replace(/^.*#/, "").trim(), password: textOf(form, "password") };
  const result = await attempt(() => gateway(args).call(setupApi.claim, { body }), { values });
  if (result.status === "refused" && result.code === "FORBIDDEN" && !(await isUnowned(args))) {
    // Possibly submitted twice: the first submission made them the owner, and the browser discarded its response.
    const headers = { "set-cookie": setFlash({ kind: "error", message: OWNED }) };
    return redirect(paths.login(adminPaths.verify(), "password"), { headers });
  }
  const headers: [string, string][] = result.status === "ok" ? [["set-cookie", setToken(result.data.token)]] : [];
  return respond(args, result, { back: adminPaths.verify(), headers, echo: true, leads: true });
}

type Values = { token: string; phone: string; nickname: string };

/** Only scripts can read the token in the URL. */
export const handle: RouteHandle = { eager: true };

export default function Setup() {
  const { ref, busy, field, fields, notice, values } = useAdminForm<unknown, Values>([
    "token",
    "phone",
    "nickname",
    "password",
  ]);
  // Behind `#`, so that proxies and logs don't see it; without scripts it is pasted.
  const [token, setTokenText] = useFragment(values?.token ?? "");
  return (
    <section className="card login">
      <h1 className="login__title">成为站长</h1>
      <p className="login__text">这个站点还没有主人。填好下面几项，你就是第一位站长，接着设置第二步验证。</p>
      <Form ref={ref} method="post" className="form" noValidate reloadDocument>
        <AdminNotice notice={notice} />
        <TextField
          label="一次性链接"
          name="token"
          required
          autoComplete="off"
          value={token}
          onChange={(event) => setTokenText(event.target.value)}
          help="启动时打印的链接，整条粘贴即可；24 小时内有效，只能用一次"
          error={fields.token}
        />
        <TextField
          label="手机号"
          {...field("phone")}
          inputMode="tel"
          autoComplete="username"
          required
          help="用来登录，不需要短信"
        />
        <TextField label="昵称" {...field("nickname")} required />
        <TextField
          label="密码"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          help={`至少 ${PASSWORD_MIN} 位，越长越好`}
          error={fields.password}
        />
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? "请稍候…" : "成为站长"}
        </Button>
      </Form>
    </section>
  );
}

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Button, LinkButton } from "#app/components/ui/button";
import { Card } from "#app/components/ui/card";
import { Link } from "#app/components/ui/link";
import { unsubscribeApi } from "#app/contract/notification/unsubscribe";
import { notificationSettingsPath, unsubscribePath } from "#app/features/notification-settings/settings-path";
import { LETTER_WORDS } from "#app/features/notification-settings/sort-words";
import { pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { missingOf } from "#app/server/site/capabilities.server";

export const meta: MetaFunction<typeof loader> = ({ params, data, matches }) =>
  pageMeta(data && { title: "退订", path: unsubscribePath(params.token ?? ""), noIndex: true }, matches);

/** Only asks for confirmation: mail scanners follow links, and must not unsubscribe anyone. */
export async function loader(args: LoaderFunctionArgs) {
  if ((await missingOf(args)).includes("notification-settings")) throw notFound();
  const { sort } = await gateway(args).load(unsubscribeApi.look, { params: { token: args.params.token ?? "" } });
  return { sort };
}

/** Responds without a redirect: the client may be a mail provider, which does not follow redirects (RFC 8058). */
export async function action(args: ActionFunctionArgs) {
  await gateway(args).load(unsubscribeApi.stop, { body: { token: args.params.token ?? "" } });
  return { done: true };
}

export default function Unsubscribe() {
  const { sort } = useLoaderData<typeof loader>();
  const done = useActionData<typeof action>()?.done ?? false;
  const busy = useNavigation().formMethod === "POST";
  const { name, text } = LETTER_WORDS[sort];
  return (
    <Columns>
      <PageHead title={done ? "已经退订" : `不再收${name}？`} text={text} />
      <Card className="detail">
        {done ? (
          <p role="status">
            {name}不会再发给你了。想收的时候，随时可以在
            <Link to={notificationSettingsPath()}>通知设置</Link>里再打开。
          </p>
        ) : (
          <Form method="post" className="form">
            <p>只停这一种，站内的通知照旧。</p>
            <div className="actions">
              <Button type="submit" variant="primary" busy={busy}>
                {busy ? "请稍候…" : "退订"}
              </Button>
              {sort === "wechat" ? (
                <LinkButton to={paths.notifications()} variant="quiet">
                  看通知
                </LinkButton>
              ) : null}
            </div>
          </Form>
        )}
      </Card>
    </Columns>
  );
}

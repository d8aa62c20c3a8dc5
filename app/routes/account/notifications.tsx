import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { Button } from "#app/components/ui/button";
import { NOTIFICATION_SORTS, notificationSettingsApi } from "#app/contract/notification-settings";
import { notificationSettingsPath } from "#app/features/notification-settings/settings-path";
import { SORT_WORDS } from "#app/features/notification-settings/sort-words";
import { pageMeta } from "#app/features/seo/meta";
import { attempt } from "#app/forms/attempt.server";
import { FormNotice } from "#app/forms/form-notice";
import type { Refused } from "#app/forms/form-result";
import { readForm } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { useFormResult } from "#app/forms/use-form-result";
import { gateway } from "#app/server/gateway.server";
import { missingOf } from "#app/server/missing.server";
import { notFound } from "#app/server/page-error.server";
import { requireUser } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({ title: "通知设置", path: notificationSettingsPath(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  if ((await missingOf(args)).includes("notification-settings")) throw notFound();
  await requireUser(args);
  return gateway(args).load(notificationSettingsApi.get, {});
}

export async function action(args: ActionFunctionArgs) {
  await requireUser(args);
  const ticked = (await readForm(args.request)).getAll("sort");
  const wanted = NOTIFICATION_SORTS.filter((sort) => ticked.includes(sort));
  const result = await attempt(() => gateway(args).call(notificationSettingsApi.put, { body: { wanted } }));
  return respond(args, result, { back: notificationSettingsPath(), flash: "通知设置已保存", echo: true, leads: true });
}

export default function NotificationSettings() {
  const { wanted } = useLoaderData<typeof loader>();
  const refused = useActionData<Refused>();
  const busy = useNavigation().formMethod === "POST";
  const form = useRef<HTMLFormElement>(null);
  const { notice } = useFormResult(form, refused, { busy });
  return (
    <div className="account">
      <Form ref={form} method="post" className="form">
        <FormNotice notice={notice} />
        <fieldset className="field">
          <legend>这些事发生时通知我</legend>
          {NOTIFICATION_SORTS.map((sort) => (
            <label key={sort} className="choice">
              <input type="checkbox" name="sort" value={sort} defaultChecked={wanted.includes(sort)} />
              <span>
                {SORT_WORDS[sort].name}
                <span className="field__help">{SORT_WORDS[sort].text}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <p className="field__help">系统消息和“回答被采纳”总会通知。改了以后，之前的通知还在。</p>
        <div className="actions">
          <Button type="submit" variant="primary" disabled={busy}>
            {busy ? "正在保存…" : "保存"}
          </Button>
        </div>
      </Form>
    </div>
  );
}

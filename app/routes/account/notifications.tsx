import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirectDocument } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { Button } from "#app/components/ui/button";
import { Link } from "#app/components/ui/link";
import { notificationSettingsApi } from "#app/contract/notification/settings";
import { wechatReceiverApi } from "#app/contract/notification/wechat-receiver";
import { changedSettings } from "#app/features/notification-settings/changed-settings.server";
import { ChannelTable } from "#app/features/notification-settings/channel-table";
import { notificationSettingsPath, wechatMessagesPath } from "#app/features/notification-settings/settings-path";
import { tickedTexts } from "#app/features/notification-settings/ticked-texts";
import { OPEN_WECHAT, REMOVE_WECHAT, WechatChannel } from "#app/features/notification-settings/wechat-channel";
import { pageMeta } from "#app/features/seo/meta";
import { attempt } from "#app/forms/attempt.server";
import { DefaultButton } from "#app/forms/default-button";
import { FormNotice } from "#app/forms/form-notice";
import type { Refused } from "#app/forms/form-result";
import { readForm } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { ShownField } from "#app/forms/shown-field";
import { useFormResult } from "#app/forms/use-form-result";
import { paths } from "#app/paths";
import { env } from "#app/server/env.server";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { isInWechat } from "#app/server/request/device.server";
import { missingOf } from "#app/server/site/capabilities.server";
import { requireUser } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({ title: "通知设置", path: notificationSettingsPath(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  if ((await missingOf(args)).includes("notification-settings")) throw notFound();
  await requireUser(args);
  const settings = await gateway(args).load(notificationSettingsApi.get, {});
  // The demo's fake WeChat works in any browser.
  return { ...settings, inWechat: isInWechat(args.request) || env().mode === "demo" };
}

export async function action(args: ActionFunctionArgs) {
  await requireUser(args);
  const form = await readForm(args.request);
  const removes = form.has(REMOVE_WECHAT);
  const { call } = gateway(args);
  const result = await attempt(async () => {
    const stored = await call(notificationSettingsApi.get, {});
    await call(notificationSettingsApi.put, { body: changedSettings(form, stored) });
    if (removes) await call(wechatReceiverApi.remove, {});
  });
  // It redirects away from this page, which would discard unsaved changes.
  if (result.status === "ok" && form.has(OPEN_WECHAT)) return redirectDocument(wechatMessagesPath());
  const flash = removes ? "微信已解除，不再发消息" : "通知设置已保存";
  return respond(args, result, { back: notificationSettingsPath(), flash, echo: true, leads: true });
}

export default function NotificationSettings() {
  const { wanted, outside, weekly, reached, stopped, inWechat } = useLoaderData<typeof loader>();
  const channels = Object.keys(outside);
  const refused = useActionData<Refused>();
  const busy = useNavigation().formMethod === "POST";
  const form = useRef<HTMLFormElement>(null);
  // A saved form is shown anew: what was changed elsewhere has been kept. A refused one keeps what is ticked.
  const { key } = useLocation();
  const saved = useRef(key);
  if (!refused) saved.current = key;
  const { notice } = useFormResult(form, refused, { busy });
  return (
    <div className="account">
      <Form ref={form} method="post" className="form">
        <DefaultButton value="save">保存</DefaultButton>
        <FormNotice notice={notice} />
        <ShownField
          key={`shown ${saved.current}`}
          texts={tickedTexts({ wanted, outside, weekly })}
          answered={undefined}
        />
        {channels.map((channel) => (
          <input key={channel} type="hidden" name="offered" value={channel} />
        ))}
        <ChannelTable key={`table ${saved.current}`} wanted={wanted} outside={outside} />
        {channels.length > 0 ? (
          <p className="field__help">微信和邮件一小时至多一次，合在一起发，站内看过的不发；站内不收的，也不会发。</p>
        ) : null}
        {outside.wechat ? (
          <WechatChannel
            reached={reached.includes("wechat")}
            stopped={stopped.includes("wechat")}
            inWechat={inWechat}
            busy={busy}
          />
        ) : null}
        {channels.includes("mail") && !reached.includes("mail") ? (
          <p className="field__help">
            要收邮件，请先在<Link to={paths.accountSecure()}>账号与安全</Link>填写并确认邮箱。
          </p>
        ) : null}
        {channels.includes("mail") ? (
          <div className="field">
            <label className="choice">
              <input key={saved.current} type="checkbox" name="weekly" value="yes" defaultChecked={weekly} />
              每周一信
            </label>
            <p className="field__help">
              周一早上寄：你关注的人与标签写了什么，还有上周最好的问题、回答和文章；没有可说的就不寄。
            </p>
          </div>
        ) : null}
        <p className="field__help">改动只影响以后的通知，已经收到的还在。</p>
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? "正在保存…" : "保存"}
        </Button>
      </Form>
    </div>
  );
}

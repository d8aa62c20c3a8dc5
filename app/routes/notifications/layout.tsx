import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useFetcher, useLoaderData, useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Button, LinkButton } from "#app/components/ui/button";
import { Card } from "#app/components/ui/card";
import { Link } from "#app/components/ui/link";
import { placeLostFocus } from "#app/components/ui/place-focus";
import { Tabs } from "#app/components/ui/tabs";
import { notificationApi } from "#app/contract/notification/notification";
import { notificationSettingsPath, unsubscribePath } from "#app/features/notification-settings/settings-path";
import { requireMessageReader } from "#app/features/notifications/require-message-reader.server";
import type { FormResult } from "#app/forms/form-result";
import { tellRefusal } from "#app/forms/tell-refusal";
import { WriterField } from "#app/forms/writer-field";
import { useOffered } from "#app/hooks/offered";
import { paths } from "#app/paths";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";

/** For navigation and the counts on the tabs; every page below does its own checks. */
export async function loader(args: LoaderFunctionArgs) {
  const off = await requireMessageReader(args);
  return { off, unread: await optional(gateway(args).call(notificationApi.unreadCountWithType, {})) };
}

const TABS = [
  { label: "评论", kind: "comment" },
  { label: "赞与喜欢", kind: "like" },
  { label: "收藏与关注", kind: "collection_follow" },
  { label: "系统消息", kind: "system" },
] as const;

export default function NotificationsLayout() {
  const { off, unread } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const settings = useOffered("notification-settings");
  const reading = useFetcher<FormResult>();
  const some = Object.values(unread ?? {}).some((count) => count > 0);
  useEffect(() => {
    if (reading.data?.status === "refused") tellRefusal(reading.data);
  }, [reading.data]);
  // With nothing left to read, the pressed button is gone.
  useEffect(() => {
    if (reading.data?.status === "ok" && !some) placeLostFocus();
  }, [reading.data, some]);
  return (
    <Columns>
      <PageHead title="通知">
        {some ? (
          <reading.Form method="post" action={paths.markRead()}>
            <WriterField notice={reading.data?.status === "refused" ? reading.data : null} />
            <Button type="submit" icon="check" size="small" busy={reading.state !== "idle"}>
              全部已读
            </Button>
          </reading.Form>
        ) : null}
        {settings ? (
          <LinkButton to={notificationSettingsPath()} icon="settings" size="small" variant="quiet">
            设置
          </LinkButton>
        ) : null}
      </PageHead>
      {off ? (
        <p className="from-message">
          你是从微信消息来的。
          <Link to={unsubscribePath(off)}>不再收微信通知</Link>
        </p>
      ) : null}
      <Card flush>
        <Tabs
          label="通知类别"
          tabs={TABS.map(({ label, kind }) => ({
            label,
            to: paths.notifications(kind),
            current: pathname === paths.notifications(kind),
            unread: unread?.[kind] ?? 0,
          }))}
        />
        <Outlet />
      </Card>
    </Columns>
  );
}

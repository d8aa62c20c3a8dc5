import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLocation } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";
import { Tabs } from "#app/components/ui/tabs";
import { notificationSettingsPath } from "#app/features/notification-settings/settings-path";
import { userUnlessReturned } from "#app/forms/returned-form.server";
import { useOffered } from "#app/hooks/offered";
import { paths } from "#app/paths";

/** For navigation only: every page below does its own checks, since it can be fetched alone. */
export async function loader(args: LoaderFunctionArgs) {
  await userUnlessReturned(args);
  return null;
}

const TABS = [
  { label: "个人资料", to: paths.account() },
  { label: "账号与安全", to: paths.accountSecure() },
];

export default function AccountLayout() {
  const { pathname } = useLocation();
  const settings = useOffered("notification-settings");
  const tabs = settings ? [...TABS, { label: "通知", to: notificationSettingsPath() }] : TABS;
  return (
    <Columns>
      <PageHead title="账号设置" />
      <Card flush>
        <Tabs label="账号设置" tabs={tabs.map((tab) => ({ ...tab, current: tab.to === pathname }))} />
        <Outlet />
      </Card>
    </Columns>
  );
}

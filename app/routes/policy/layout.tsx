import { Outlet, useLocation } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { Tabs } from "#app/components/ui/tabs";
import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";

const PAGES = [
  { label: "用户协议", to: paths.terms() },
  { label: "隐私政策", to: paths.privacy() },
  { label: "社区规则", to: paths.houseRules() },
];

export default function PolicyLayout() {
  const { pathname } = useLocation();
  return (
    <Columns>
      {/* Before both agreements are written, the others would be links to nothing. */}
      {useRoot()?.site.policies ? (
        <div className="filters">
          <Tabs
            label="协议与政策"
            variant="pill"
            tabs={PAGES.map((page) => ({ ...page, current: page.to === pathname }))}
          />
        </div>
      ) : null}
      <Outlet />
    </Columns>
  );
}

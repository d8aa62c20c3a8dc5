import { Outlet } from "@remix-run/react";
import { ErrorScreen } from "#app/components/layout/error-screen";
import { SiteLogo } from "#app/components/layout/site-logo";

export default function EmptyLayout() {
  return (
    <div className="bare">
      <header className="bare__head">
        <SiteLogo />
      </header>
      <main id="main" className="bare__main">
        <Outlet />
      </main>
    </div>
  );
}

export function ErrorBoundary() {
  return <ErrorScreen />;
}

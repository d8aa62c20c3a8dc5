import type { ReactNode } from "react";
import { DesktopGate } from "#app/features/desktop/desktop-gate";
import { LoginGate } from "#app/features/login/login-gate";
import { AfterNavigation } from "./after-navigation";
import { Flash } from "./flash";
import { NavigationProgress } from "./navigation-progress";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";
import { TabBar } from "./tab-bar";
import { ToTop } from "./to-top";
import { ToastGate } from "./toast-gate";

/** Header, footer and bottom bar around a page or its error page. The page brings its own `<main id="main">`. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="frame">
      <a className="skip-link" href="#main">
        跳到正文
      </a>
      <NavigationProgress />
      <SiteHeader />
      <div className="frame__page">
        <Flash />
        {children}
      </div>
      <SiteFooter />
      <TabBar />
      <ToTop />
      <LoginGate />
      <DesktopGate />
      <AfterNavigation />
      <ToastGate />
    </div>
  );
}

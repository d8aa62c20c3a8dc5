import { useRouteLoaderData } from "@remix-run/react";
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from "react";
import { LoginGate } from "#app/features/login/login-gate";
import type { loader } from "#app/root";
import { FlashMessage } from "../ui/flash-message";
import { AfterNavigation } from "./after-navigation";
import { NavigationProgress } from "./navigation-progress";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";
import { TabBar } from "./tab-bar";
import { hadToasts, subscribeToasts } from "./toast";

const Toasts = lazy(() => import("./toasts").then((module) => ({ default: module.Toasts })));

/** Header, footer and bottom bar around a page, or around its error. The page brings its own `<main id="main">`. */
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
      <LoginGate />
      <AfterNavigation />
      <ToastGate />
    </div>
  );
}

/** What became of the action that led here. */
function Flash() {
  const flash = useRouteLoaderData<typeof loader>("root")?.flash;
  return flash ? (
    <div className="frame__flash">
      <FlashMessage {...flash} />
    </div>
  ) : null;
}

/** Most pages never have a toast to show. */
function ToastGate() {
  const needed = useSyncExternalStore(subscribeToasts, hadToasts, () => false);
  return needed ? (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  ) : null;
}

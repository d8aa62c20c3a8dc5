import { data, type HeadersFunction, type LoaderFunctionArgs } from "@remix-run/node";
import { Meta, Outlet, ScrollRestoration, useRouteLoaderData } from "@remix-run/react";
import { useContext } from "react";
import { paths } from "#app/paths";
import { ErrorScreen } from "./components/layout/error-screen";
import { LateScripts } from "./components/layout/late-scripts";
import { LinkNavigation } from "./components/layout/link-navigation";
import { NonceContext } from "./components/layout/nonce";
import { THEME_SCRIPT } from "./components/layout/theme";
import { notificationApi } from "./contract/notification";
import { BuildCheck } from "./features/build/build-check";
import { Prefetch } from "./features/prefetch/prefetch";
import { deviceOf } from "./server/device.server";
import { env } from "./server/env.server";
import { clearFlash, flashOf } from "./server/flash.server";
import { gateway } from "./server/gateway.server";
import { missingOf } from "./server/missing.server";
import { optional } from "./server/optional.server";
import { tokenOf } from "./server/session.server";
import { siteOf } from "./server/site.server";
import { viewerOf } from "./server/viewer.server";
import stylesheet from "./styles/app.css?url";

const ANONYMOUS = { kind: "anonymous" } as const;

export async function loader(args: LoaderFunctionArgs) {
  const { pathname } = new URL(args.request.url);
  // Where a login is about to end, nobody is asked who was logged in before it.
  const asksWho = pathname !== paths.wechatLogin() && tokenOf(args.request) !== null;
  const [viewer, site, missing, unread] = await Promise.all([
    asksWho ? viewerOf(args) : ANONYMOUS,
    siteOf(args),
    missingOf(args),
    asksWho ? optional(gateway(args).call(notificationApi.unreadCount, {})) : null,
  ]);
  const { mode, objectHosts, publicOrigin, wechatOrigin } = env();
  const flash = flashOf(args.request);
  return data(
    {
      origin: publicOrigin,
      demo: mode === "demo",
      /** Whose page the login form shows WeChat's code by, in a frame; null for none. */
      wechatFrame: wechatOrigin ? ("theirs" as const) : mode === "demo" ? ("ours" as const) : null,
      objectHosts,
      missing,
      now: new Date().toISOString(),
      device: deviceOf(args.request),
      /** Null for visitors; undefined where somebody may be logged in, and their profile can't be had now. */
      viewer: viewer.kind === "member" ? viewer.user : viewer.kind === "unknown" ? undefined : null,
      site,
      flash,
      /** Unread notifications; null for visitors, and when nobody can tell. */
      unread: unread?.total ?? null,
    },
    flash ? { headers: { "set-cookie": clearFlash() } } : {},
  );
}

export const headers: HeadersFunction = ({ loaderHeaders, errorHeaders }) => errorHeaders ?? loaderHeaders;

export function Layout({ children }: { children: React.ReactNode }) {
  const nonce = useContext(NonceContext);
  const missing = useRouteLoaderData<typeof loader>("root")?.missing ?? [];
  return (
    <html lang="zh-CN" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content" />
        <meta name="color-scheme" content="light dark" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a script of ours, with nothing of a user in it */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
        {/* The whole site's; no route has `links`, so `<Links>` and what it brings along are left out. */}
        <link rel="stylesheet" href={stylesheet} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {missing.includes("feed") ? null : (
          <link rel="alternate" type="application/atom+xml" href="/feed.xml" title="最新内容" />
        )}
        <Meta />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <LateScripts />
      </body>
    </html>
  );
}

export default function Root() {
  return (
    <>
      <Outlet />
      <LinkNavigation />
      <Prefetch />
      <BuildCheck />
    </>
  );
}

/** Fatal errors, and those of pages outside every layout: the full-page view. */
export function ErrorBoundary() {
  return <ErrorScreen />;
}

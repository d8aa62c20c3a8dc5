import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Meta, Outlet, ScrollRestoration, useRouteError } from "@remix-run/react";
import { useContext, useEffect } from "react";
import { paths } from "#app/paths";
import { isUnanswered } from "#framework/browser/is-unanswered";
import { ErrorScreen } from "./components/layout/error-screen";
import { InlineScript, LateScripts } from "./components/layout/late-scripts";
import { LinkNavigation } from "./components/layout/link-navigation";
import { NonceContext } from "./components/layout/nonce";
import { BuildCheck } from "./features/build/build-check";
import { reloadOnce } from "./features/build/reload-guard";
import firstScript from "./features/inline-scripts/first?inline-script";
import { Prefetch } from "./features/prefetch/prefetch";
import { pageMeta } from "./features/seo/meta";
import { useRoot } from "./hooks/root";
import { loadRoot } from "./server/load-root.server";
import stylesheet from "./styles/app.css?url";

export const loader = (args: LoaderFunctionArgs) => loadRoot(args);

/** Meta tags of error pages outside all layouts. */
export const meta: MetaFunction = ({ matches }) => pageMeta(undefined, matches);

export const headers: HeadersFunction = ({ loaderHeaders, errorHeaders }) => errorHeaders ?? loaderHeaders;

export function Layout({ children }: { children: React.ReactNode }) {
  const nonce = useContext(NonceContext);
  const { missing = [], site } = useRoot() ?? {};
  return (
    <html lang="zh-CN" data-accent={site?.accent} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content" />
        <meta name="color-scheme" content="light dark" />
        <meta name="applicable-device" content="pc,mobile" />
        <InlineScript text={firstScript} />
        {/* The style sheet of the whole site; no route has `links`, so `<Links>` is not needed. */}
        <link rel="stylesheet" href={stylesheet} />
        <link rel="icon" href={site?.icon ?? "/favicon.svg"} />
        <link rel="manifest" href="/manifest.webmanifest" />
        {/* Colours of the header, as in `styles/tokens.css`. */}
        <meta name="theme-color" content="#ffffff" />
        <meta name="theme-color" content="#171c1a" media="(prefers-color-scheme: dark)" />
        {missing.includes("feed") ? null : (
          <link rel="alternate" type="application/atom+xml" href={paths.feed()} title="最新内容" />
        )}
        <link rel="search" type="application/opensearchdescription+xml" href="/opensearch.xml" title={site?.name} />
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

/** Full-page error view for fatal errors and pages outside all layouts. */
export function ErrorBoundary() {
  const error = useRouteError();
  // If a client-side navigation fails, reload the page from the server.
  useEffect(() => {
    if (isUnanswered(error)) reloadOnce(location.pathname + location.search);
  }, [error]);
  return <ErrorScreen />;
}

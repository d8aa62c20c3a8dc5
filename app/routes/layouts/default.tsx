import type { MetaFunction } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { ErrorScreen } from "#app/components/layout/error-screen";
import { Frame } from "#app/components/layout/frame";
import { pageMeta } from "#app/features/seo/meta";

/** Default head for error pages, and for pages without their own. */
export const meta: MetaFunction = ({ matches }) => pageMeta(undefined, matches);

export default function DefaultLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** Keeps the header and the footer around an error. */
export function ErrorBoundary() {
  return (
    <Frame>
      <ErrorScreen />
    </Frame>
  );
}

import type { MetaFunction } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { ErrorScreen } from "#app/components/layout/error-screen";
import { Frame } from "#app/components/layout/frame";
import { pageMeta } from "#app/features/seo/meta";

/** The head of errors, and of pages that say nothing of their own. */
export const meta: MetaFunction = ({ matches }) => pageMeta(undefined, matches);

export default function DefaultLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** A page that failed keeps the header and the footer. */
export function ErrorBoundary() {
  return (
    <Frame>
      <ErrorScreen />
    </Frame>
  );
}

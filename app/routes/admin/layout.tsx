import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, Outlet, useLoaderData, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { ErrorScreen } from "#app/components/layout/error-screen";
import { useHere } from "#app/components/ui/use-here";
import { consoleApi } from "#app/contract/admin/system/console";
import { houseRuleApi } from "#app/contract/moderation/house-rule";
import { AdminFrame } from "#app/features/admin/frame/admin-frame";
import { titleOf } from "#app/features/admin/frame/admin-menu";
import { MissingPage } from "#app/features/admin/frame/missing-page";
import { consoleUser } from "#app/features/admin/staff-gate.server";
import { type TypedTexts, TypedTextsPage } from "#app/features/admin/typed-texts-page";
import { guardRequests } from "#app/features/network/guard-requests";
import { pageMeta } from "#app/features/seo/meta";
import { unlessReturned } from "#app/forms/returned-form.server";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";

export const meta: MetaFunction = ({ matches, location: { pathname } }) =>
  pageMeta({ title: [titleOf(pathname), "后台"].filter(Boolean).join(" - "), path: pathname, noIndex: true }, matches);

/**
 * For the menu, and for the rules in decision forms; every page below does its own permission checks. A refused form
 * without a session has no menu.
 */
export async function loader(args: LoaderFunctionArgs) {
  const user = await unlessReturned(args, () => consoleUser(args));
  // The menu works without its counts.
  const api = gateway(args);
  const [overview, rules] = user?.verified
    ? await Promise.all([optional(api.call(consoleApi.overview, {})), optional(api.call(houseRuleApi.list, {}))])
    : [null, null];
  return { user, waiting: overview?.cards ?? [], rules: rules ?? [] };
}

export default function AdminLayout() {
  const { user, waiting } = useLoaderData<typeof loader>();
  const { pathname } = useHere();
  useEffect(guardRequests, []);
  return (
    <AdminFrame user={user?.verified ? user : null} waiting={waiting}>
      {/* Two pages of one route don't share what is typed: Back from a published item leads to an empty form. */}
      <Outlet key={pathname} />
    </AdminFrame>
  );
}

/** Error page that keeps the menu and the submitted values. */
export function ErrorBoundary() {
  const { user, waiting = [] } = useRouteLoaderData<typeof loader>("routes/admin/layout") ?? {};
  const error = useRouteError();
  const typed: TypedTexts | undefined = isRouteErrorResponse(error) ? error.data?.typed : undefined;
  const missing = user && isRouteErrorResponse(error) && error.status === 404 ? { message: error.data?.message } : null;
  return (
    <AdminFrame user={user?.verified ? user : null} waiting={waiting}>
      {typed ? <TypedTextsPage {...typed} /> : missing ? <MissingPage {...missing} /> : <ErrorScreen />}
    </AdminFrame>
  );
}

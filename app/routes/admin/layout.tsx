import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, Outlet, useLoaderData, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { ErrorScreen } from "#app/components/layout/error-screen";
import { AdminFrame } from "#app/features/admin/admin-frame";
import { consoleUser, unlessReturned } from "#app/features/admin/staff-gate.server";
import { type TypedTexts, TypedTextsPage } from "#app/features/admin/typed-texts-page";
import { pageMeta } from "#app/features/seo/meta";

export const meta: MetaFunction = ({ matches }) => pageMeta({ title: "后台", path: "/admin", noIndex: true }, matches);

/** For the menu only: every page below asks for itself what one may see. A form that comes back to nobody has none. */
export async function loader(args: LoaderFunctionArgs) {
  return { user: await unlessReturned(args, () => consoleUser(args)) };
}

export default function AdminLayout() {
  const { user } = useLoaderData<typeof loader>();
  return (
    <AdminFrame user={user?.verified ? user : null}>
      <Outlet />
    </AdminFrame>
  );
}

/** A page that failed keeps the menu, and what was typed on it. */
export function ErrorBoundary() {
  const user = useRouteLoaderData<typeof loader>("routes/admin/layout")?.user;
  const error = useRouteError();
  const typed: TypedTexts | undefined = isRouteErrorResponse(error) ? error.data?.typed : undefined;
  return (
    <AdminFrame user={user?.verified ? user : null}>
      {typed ? <TypedTextsPage {...typed} /> : <ErrorScreen />}
    </AdminFrame>
  );
}

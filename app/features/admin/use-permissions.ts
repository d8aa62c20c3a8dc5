import { useRouteLoaderData } from "@remix-run/react";
import type { ConsoleUser } from "#app/contract/admin/system/console";
import type { Permission } from "#app/contract/permissions";

/** Permissions of the viewer of a page of the console, which offers nothing else. */
export function usePermissions(): readonly Permission[] {
  const frame = useRouteLoaderData("routes/admin/layout") as { user: ConsoleUser | null } | undefined;
  return frame?.user?.permissions ?? [];
}

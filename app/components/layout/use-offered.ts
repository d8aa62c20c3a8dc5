import { useRouteLoaderData } from "@remix-run/react";
import type { loader } from "#app/root";
import type { Missing } from "#app/server/missing.server";

/** Whether this site has something that not every upstream has. */
export const useOffered = (what: Missing): boolean =>
  !useRouteLoaderData<typeof loader>("root")?.missing.includes(what);

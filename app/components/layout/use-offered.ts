import { useRouteLoaderData } from "@remix-run/react";
import type { Capability } from "#app/contract/capabilities";
import type { loader } from "#app/root";

/** Whether this site has something that not every upstream has. */
export const useOffered = (what: Capability): boolean =>
  !useRouteLoaderData<typeof loader>("root")?.missing.includes(what);

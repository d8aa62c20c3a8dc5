import { useRouteLoaderData } from "@remix-run/react";
import type { loadRoot } from "#app/server/load-root.server";

/** Data that every page has (`loadRoot`); undefined on an error page if it failed before it was loaded. */
export const useRoot = () => useRouteLoaderData<typeof loadRoot>("root");

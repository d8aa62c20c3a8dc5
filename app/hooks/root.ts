import { useRouteLoaderData } from "@remix-run/react";
import type { loadRoot } from "#app/server/load-root.server";

/** Data that every page has of the server (`loadRoot`); undefined on the page of an error that came before it was loaded. */
export const useRoot = () => useRouteLoaderData<typeof loadRoot>("root");

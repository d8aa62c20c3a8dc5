import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadOfflineState } from "#app/features/offline/load-offline-state.server";

/** Returns what the service worker may store now, and for whom. */
export const loader = (args: LoaderFunctionArgs) => loadOfflineState(args);

import type { lazy } from "react";
import { lazyPart } from "#app/components/ui/lazy-part";
import { reloadOnce } from "./reload-guard";

/**
 * Like `lazyPart`, for a page's main content: if its chunk can't be loaded after a client-side navigation, the page is
 * reloaded from the server, as Remix does for a route's module. A server-rendered page stays as it is.
 */
export const lazyContent: typeof lazy = (load) =>
  lazyPart(() =>
    load().catch((error: unknown) => {
      if (!isFromServer()) reloadOnce(location.pathname + location.search);
      throw error;
    }),
  );

/** Whether the current page was rendered by the server, not by client-side navigation. */
function isFromServer(): boolean {
  const [sent] = performance.getEntriesByType("navigation");
  const bare = (url: string) => url.replace(/#.*$/, "");
  return sent !== undefined && bare(sent.name) === bare(location.href);
}

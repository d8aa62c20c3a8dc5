import type { lazy } from "react";
import { lazyPart } from "#app/components/ui/lazy-part";
import { reloadOnce } from "./reload-guard";

/**
 * As `lazyPart`, for what one came for: where its file can't be loaded on a page that was gone to by scripts, the server is asked
 * for the whole page, as Remix does for want of a route's file. A page that came from the server stays as it is.
 */
export const lazyContent: typeof lazy = (load) =>
  lazyPart(() =>
    load().catch((error: unknown) => {
      if (!isFromServer()) reloadOnce(location.pathname + location.search);
      throw error;
    }),
  );

/** Whether the page in view is the one that the server sent, not one that scripts have put in its place. */
function isFromServer(): boolean {
  const [sent] = performance.getEntriesByType("navigation");
  const bare = (url: string) => url.replace(/#.*$/, "");
  return sent !== undefined && bare(sent.name) === bare(location.href);
}

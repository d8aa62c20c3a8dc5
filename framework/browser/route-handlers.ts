import { isUnanswered } from "./is-unanswered";
import { pageRouter } from "./page-router";

type Router = ReturnType<typeof pageRouter>;
type Handler = (args: { request: Request }, ...rest: unknown[]) => unknown;
type Handlers = { action?: Handler; loader?: Handler };

/** Handler of a failed request of the router whose outcome is unknown. */
export type FailedRequests = {
  /** Result for the form that was sent. */
  unsent: () => Response;
  /** Error that is thrown where nothing was loaded before; it may take its time, or never come where the page is left. */
  unreached: () => Promise<unknown>;
  /** Whether an error that the server itself has told is such a failure too, for a form. */
  isUpstreamDown: (error: unknown) => boolean;
};

/** Stands around what the routes ask the server for. Remix would put an error page in place of the one in view. */
export function guardHandlers(failed: FailedRequests, router = pageRouter(), routes = router.routes): void {
  for (const route of routes) {
    if (route.children) guardHandlers(failed, router, route.children);
    const handlers = route as Handlers;
    const { action, loader } = handlers;
    if (action) {
      handlers.action = fallbackHandler(
        action,
        failed.unsent,
        (error) => isUnanswered(error) || failed.isUpstreamDown(error),
      );
    }
    if (loader) {
      const guarded = fallbackHandler(loader, async () => {
        const { navigation, loaderData } = router.state;
        // Without the root's data the error page would have nothing around it, and take a member for a stranger.
        const stays = navigation.state === "idle" || route.id === "root";
        if (stays && route.id in loaderData) return loaderData[route.id];
        throw await failed.unreached();
      });
      handlers.loader = Object.assign(replacing(guarded, router), loader);
    }
  }
}

/**
 * Replaces the page that is shown, or one on the way back to it, where it leads elsewhere: going back would
 * lead there again for ever. A page that one was about to go to never gets into the history anyway.
 */
function replacing(loader: Handler, router: Router): Handler {
  return async (...args) => {
    try {
      return await loader(...args);
    } catch (error) {
      const { navigation, location } = router.state;
      const entry = (window.history.state as { key?: string } | null)?.key ?? "default";
      const isThere = navigation.state === "idle" || entry !== location.key;
      if (error instanceof Response && isThere) error.headers.set("X-Remix-Replace", "true");
      throw error;
    }
  };
}

/** A handler that does something else when its request failed so that it can't be told what became of it. */
function fallbackHandler(handler: Handler, otherwise: () => unknown, failed = isUnanswered): Handler {
  return async (args, ...rest) => {
    try {
      return await handler(args, ...rest);
    } catch (error) {
      // What the server throws is a Response, or an error that it has written out itself.
      if (args.request.signal.aborted || !failed(error)) throw error;
      return otherwise();
    }
  };
}

import { isUnanswered } from "./is-unanswered";
import { pageRouter } from "./page-router";

type Router = ReturnType<typeof pageRouter>;
type Handler = (args: { request: Request }, ...rest: unknown[]) => unknown;
type Handlers = { action?: Handler; loader?: Handler };

/** Handlers for a router request that failed with an unknown outcome. */
export type FailedRequests = {
  /** Action result for a form whose request failed, from what was sent and the action's previous result, if any. */
  unsent: (sent: FormData | undefined, answered: unknown) => Response;
  /**
   * Rejects with the error to throw where no data was loaded before; may take its time, or never settle if the page is
   * left.
   */
  unreached: () => Promise<unknown>;
  /**
   * Whether an error sent by the server itself means that the upstream is down, so that a form is treated as not sent.
   */
  isUpstreamDown: (error: unknown) => boolean;
};

/**
 * Wraps every route's loader and action so that a failed request keeps the current page. Remix would replace it by an
 * error page.
 */
export function guardHandlers(failed: FailedRequests, router = pageRouter(), routes = router.routes): void {
  for (const route of routes) {
    if (route.children) guardHandlers(failed, router, route.children);
    const handlers = route as Handlers;
    const { action, loader } = handlers;
    if (action) {
      handlers.action = fallbackHandler(
        action,
        ({ request }) => failed.unsent(...submissionOf(request, route.id, router)),
        (error) => isUnanswered(error) || failed.isUpstreamDown(error),
      );
    }
    if (loader) {
      const guarded = fallbackHandler(loader, async () => {
        const { navigation, loaderData } = router.state;
        // The root keeps its data too: without it the error page has no layout and treats a member as logged out.
        const stays = navigation.state === "idle" || route.id === "root";
        if (stays && route.id in loaderData) return loaderData[route.id];
        throw await failed.unreached();
      });
      handlers.loader = Object.assign(replacing(guarded, router), loader);
    }
  }
}

/**
 * Makes a loader's redirect replace the current history entry when that entry's page itself redirects (on reload, or
 * going back to it); otherwise going back would redirect again for ever. A page that redirects on the way to it never
 * enters the history anyway.
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

/** Fields of the form that a request submits, and the previous result of its action in the same place. */
function submissionOf({ url }: Request, routeId: string, { state }: Router): [FormData | undefined, unknown] {
  const isSent = ({ formAction }: { formAction?: string | undefined }) =>
    formAction !== undefined && new URL(formAction, url).href === url;
  const fetcher = [...state.fetchers.values()].find((one) => one.state === "submitting" && isSent(one));
  return fetcher ? [fetcher.formData, fetcher.data] : [state.navigation.formData, state.actionData?.[routeId]];
}

/** Wraps a handler: if its request failed with an unknown outcome, `otherwise` decides what happens. */
function fallbackHandler(
  handler: Handler,
  otherwise: (args: { request: Request }) => unknown,
  failed = isUnanswered,
): Handler {
  return async (args, ...rest) => {
    try {
      return await handler(args, ...rest);
    } catch (error) {
      // The server throws a Response, or an error that it serialized itself; those pass.
      if (args.request.signal.aborted || !failed(error)) throw error;
      return otherwise(args);
    }
  };
}

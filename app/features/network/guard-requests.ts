import { NETWORK_MESSAGE } from "#app/contract/codes";

type Router = typeof window.__remixRouter;
type Routes = Router["routes"];
type Handler = (args: { request: Request }, ...rest: unknown[]) => unknown;
type Handlers = { action?: Handler; loader?: Handler };

/** What every form reads as a refusal (`ActionAnswer`, `LoginAnswer`, `CodeStep`, …): nothing that was typed is lost. */
const UNSENT = { ok: false, kind: "refused", code: "NETWORK", message: NETWORK_MESSAGE, fields: {}, values: {} };

/** As a thrown Response looks to a boundary. */
const UNREACHED = {
  status: 503,
  statusText: "服务暂时不可用",
  internal: false,
  data: { message: NETWORK_MESSAGE },
};

let guarded = false;

/** From the first page on that has something to lose: readers load less. See `guardRoutes`. */
export function guardRequests(): void {
  if (guarded) return;
  guarded = true;
  guardRoutes(window.__remixRouter, window.__remixRouter.routes);
}

/**
 * Tells that the network failed. Remix itself would put an error page in place of the one that somebody is writing
 * on: a form that was not sent is refused like any other, what was to be loaded anew stays as it is in view, and a
 * page that can't be had says why.
 */
function guardRoutes(router: Router, routes: Routes): void {
  for (const route of routes) {
    if (route.children) guardRoutes(router, route.children);
    const handlers = route as Handlers;
    const { action, loader } = handlers;
    if (action) {
      const unsent = () => Response.json(UNSENT, { status: 503 });
      handlers.action = fallbackHandler(action, unsent, (error) => unanswered(error) || isUpstreamDown(error));
    }
    if (loader) {
      const guarded = fallbackHandler(loader, () => {
        const { navigation, loaderData } = router.state;
        if (navigation.state === "idle" && route.id in loaderData) return loaderData[route.id];
        throw UNREACHED;
      });
      handlers.loader = Object.assign(replacing(guarded, router), loader);
    }
  }
}

/**
 * Where the page that is shown, or one on the way back to it, leads elsewhere, that takes its place: going back would
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
function fallbackHandler(handler: Handler, otherwise: () => unknown, failed = unanswered): Handler {
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

/** A fetch that failed, or an answer of something in between, such as a proxy's page. */
const unanswered = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && error.message.startsWith("Unable to decode turbo-stream"));

/** The server was there, but nobody behind it to do what a form asks for. */
const isUpstreamDown = (error: unknown): boolean =>
  (error as { data?: { code?: unknown } } | null)?.data?.code === "NETWORK";

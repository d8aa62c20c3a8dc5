import { createPath, type Path } from "@remix-run/react";
import { newerBuild } from "./newer-build";
import { reloadOnce } from "./reload-guard";

type Router = typeof window.__remixRouter;
type Routes = Router["routes"];

/** What a page says when its module can't be had and it must not reload; as a thrown Response looks to a boundary. */
const NOT_LOADED = {
  status: 503,
  statusText: "服务暂时不可用",
  internal: false,
  data: { message: "网络出了点问题，请稍后重试" },
};

/**
 * Leads navigations past a build that was replaced. Once a newer one is out, a navigation is a full load of its
 * target. A route whose module is gone does the same at once; Remix itself would reload the page that one is on,
 * again and again, and would do so for a mere prefetch. The third way out, when that was just tried, is the error page.
 */
export function guardNavigation(router: Router): void {
  guardModules(router, router.routes);

  const navigate = router.navigate.bind(router) as (to: unknown, options?: unknown) => Promise<void>;
  router.navigate = ((to: unknown, options?: Parameters<typeof targetOf>[1]) => {
    const target = newerBuild.out ? targetOf(to, options) : null;
    return target && reloadOnce(target) ? Promise.resolve() : navigate(to, options);
  }) as Router["navigate"];

  // Back and forward: the address has changed already, so the page is loaded where it is.
  const traversed = (event: PopStateEvent) => {
    const path = location.pathname + location.search;
    const here = router.state.location;
    if (!newerBuild.out || path === here.pathname + here.search) return;
    if (reloadOnce(path)) event.stopImmediatePropagation();
  };
  window.addEventListener("popstate", traversed, { capture: true });

  // Kept by the browser and shown again, perhaps in the middle of the navigation it was left by.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && newerBuild.out) reloadOnce(location.pathname + location.search);
  });

  // A part of a page that is fetched when it is needed (an icon loader) does without; the next page is a new one.
  window.addEventListener("vite:preloadError", () => {
    newerBuild.out = true;
  });
}

/** Tries the import before Remix does. A module that was loaded once is not fetched a second time. */
function guardModules(router: Router, routes: Routes): void {
  for (const route of routes) {
    if (route.children) guardModules(router, route.children);
    const load = route.lazy;
    if (!load) continue;
    let withoutModule = false;
    let lazy: unknown = async () => {
      withoutModule = false;
      try {
        await import(/* @vite-ignore */ window.__remixManifest.routes[route.id]?.module ?? "");
      } catch (error) {
        console.warn("A part of the page failed to load", error);
        if (router.state.navigation.state !== "idle") return insteadOfModule(router);
        // A form is sent there from where one is, and needs the action alone: reloading would lose what was typed.
        newerBuild.out = true;
        withoutModule = true;
        return {};
      }
      return load();
    };
    Object.defineProperty(route, "lazy", {
      get: () => lazy,
      // The router takes it away when it was called; the page itself is still to be loaded.
      set: (value) => {
        if (!withoutModule) lazy = value;
      },
    });
  }
}

/** The navigation that this page is being left for: its other modules need not be waited for. */
let pendingNavigation: unknown = null;

async function insteadOfModule(router: Router) {
  const { navigation, location } = router.state;
  newerBuild.out = true;
  if (pendingNavigation === navigation || reloadOnce(createPath(navigation.location ?? location))) {
    pendingNavigation = navigation;
    return new Promise<never>(() => {});
  }
  // An error of `lazy` itself would be lost on the way through Remix's data strategy, and the page be blank.
  return {
    Component(): never {
      throw NOT_LOADED;
    },
  };
}

type Options = { formMethod?: string; formData?: FormData };

/** Where a navigation leads, if it is one that a full load can do: no form that writes, no step in the history. */
function targetOf(to: unknown, options?: Options): string | null {
  const { formMethod = "get", formData } = options ?? {};
  if (formMethod.toLowerCase() !== "get" || typeof to === "number" || !to) return null;
  const path = typeof to === "string" ? to : createPath(to as Partial<Path>);
  // Others are relative to a route, which only the router knows.
  if (!/^(?:\/(?!\/)|\?)/.test(path)) return null;
  const url = new URL(path, window.location.href);
  if (formData)
    url.search = new URLSearchParams([...formData].map(([name, value]) => [name, String(value)])).toString();
  const stays = url.pathname + url.search === window.location.pathname + window.location.search;
  return url.hash && stays ? null : url.pathname + url.search + url.hash;
}

import { matchRoutes } from "@remix-run/react";
import { dataOf } from "./page-data";
import { pageRouter } from "./page-router";

type Routes = ReturnType<typeof pageRouter>["routes"];

/**
 * Tries each route's module before Remix does, which would reload the page that one is on, again and again, and would
 * do so for a mere prefetch. A module that was loaded once is not fetched a second time.
 * @param missing is told of a module that can't be had; gives what is shown in its place, or null to go on without it,
 *   for a form that is sent there needs the action alone
 */
export function guardModules(missing: () => unknown, routes: Routes = pageRouter().routes): void {
  for (const route of routes) {
    if (route.children) guardModules(missing, route.children);
    const load = route.lazy;
    if (!load) continue;
    let withoutModule = false;
    let lazy: unknown = async () => {
      withoutModule = false;
      try {
        await import(/* @vite-ignore */ window.__remixManifest.routes[route.id]?.module ?? "");
      } catch (error) {
        console.warn("A part of the page failed to load", error);
        const instead = missing();
        withoutModule = !instead;
        return instead ?? {};
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

/**
 * In place of a route's module, for `guardModules`: a page that throws. An error of its loading itself would be lost on
 * the way through Remix's data strategy, and the page be blank.
 */
export const moduleThatThrows = (error: unknown) => ({
  Component(): never {
    throw error;
  },
});

/**
 * Requests that a navigation to a page would make.
 * @param page path and query
 * @returns addresses of its data, and of the modules that are not here yet
 */
export function resourcesOf(page: string): string[] {
  const { pathname } = new URL(page, window.location.origin);
  const { routes } = window.__remixManifest;
  const matched = (matchRoutes(pageRouter().routes, pathname) ?? []).flatMap(({ route }) => {
    const known = routes[route.id ?? ""];
    return known ? [known] : [];
  });
  const missing = matched.filter(({ id }) => !(id in window.__remixRouteModules));
  const modules = missing.flatMap((route) => [route.module, ...(route.imports ?? [])]);
  return [...(matched.some((route) => route.hasLoader) ? [dataOf(page)] : []), ...modules];
}

import { matchRoutes } from "@remix-run/react";
import { dataOf } from "./page-data";
import { pageRouter } from "./page-router";

type Routes = ReturnType<typeof pageRouter>["routes"];

/**
 * Loads each route's module before Remix does. Remix would reload the current page when a module is missing, over and
 * over, even for a prefetch. A module that was loaded once is not fetched again.
 * @param missing is called for a module that can't be loaded; returns the module to show instead, or null to continue
 * without it (a form submission only needs the action)
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
      // The router deletes `lazy` once it was called, but the page's module is still to be loaded.
      set: (value) => {
        if (!withoutModule) lazy = value;
      },
    });
  }
}

/**
 * A route module whose page throws `error`; used by `guardModules`. An error thrown while loading would be lost in
 * Remix's data strategy and leave a blank page.
 */
export const moduleThatThrows = (error: unknown) => ({
  Component(): never {
    throw error;
  },
});

/**
 * URLs that a navigation to a page would request.
 * @param page path and query
 * @returns the URL of its data, and of the modules that are not loaded yet
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

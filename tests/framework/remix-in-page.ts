// Private parts of Remix that browser tests use in a page: the only place that names them. Each function is sent to the
// page, and uses nothing from its surroundings.

/** Whether Remix's router exists, and the page's own script has run. */
export const isTakenOver = (): boolean =>
  "__remixRouter" in window && ![...document.scripts].some(({ text }) => text.includes("__remixRouteModules"));

/**
 * Whether React has hydrated all forms, and all links that open a part in place; both have scripts of their own, and
 * work without them until these have loaded.
 */
export const partsTakenOver = (): boolean =>
  [...document.querySelectorAll("form,a[aria-expanded]")].every((element) =>
    Object.keys(element).some((key) => key.startsWith("__react")),
  );

/** Navigates to a path like a link. */
export function navigateTo(path: string): void {
  const { __remixRouter } = window as unknown as { __remixRouter: { navigate: (to: string) => void } };
  __remixRouter.navigate(path);
}

/** URL of a route's module; undefined if the page does not know the route. */
export const moduleOf = (route: string): string | undefined => window.__remixManifest.routes[route]?.module;

/** Makes the page's layout fail, before its scripts run. */
export function breakLayout(message: string): void {
  const Layout = () => {
    throw new Error(message);
  };
  let modules = {};
  Object.defineProperty(window, "__remixRouteModules", {
    get: () => modules,
    set: (given: { root: object }) => {
      modules = { ...given, root: { ...given.root, Layout } };
    },
  });
}

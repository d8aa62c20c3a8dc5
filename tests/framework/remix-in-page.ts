// Private parts of Remix that tests look at in a page: the one place of tests in a browser that names them. Each function
// is sent to the page, and uses nothing from around it.

/** Whether Remix's router is there, and the page's own script has run. */
export const isTakenOver = (): boolean =>
  "__remixRouter" in window && ![...document.scripts].some(({ text }) => text.includes("__remixRouteModules"));

/** Goes to a path as a link does. */
export function navigateTo(path: string): void {
  const { __remixRouter } = window as unknown as { __remixRouter: { navigate: (to: string) => void } };
  __remixRouter.navigate(path);
}

/** Address of a route's script; undefined where the page does not know of the route. */
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

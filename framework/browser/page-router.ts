import { createPath } from "@remix-run/react";

/** The router of the current page; it is created while `<RemixBrowser>` renders. */
export const pageRouter = () => window.__remixRouter;

type Navigate = (to: unknown, options?: NavigateOptions) => Promise<void>;

/** The options of a navigation that say whether it submits a form. */
export type NavigateOptions = { formMethod?: string; formData?: FormData };

/**
 * Calls `taken` before each navigation by a link, a form or a script; not for back and forward.
 * @param taken returns true when it handles the navigation itself, so that the router must not
 */
export function beforeNavigation(taken: (to: unknown, options?: NavigateOptions) => boolean): void {
  const router = pageRouter();
  const navigate = router.navigate.bind(router) as Navigate;
  router.navigate = ((to: unknown, options?: NavigateOptions) =>
    taken(to, options) ? Promise.resolve() : navigate(to, options)) as typeof router.navigate;
}

/**
 * The path that is being navigated to, or else the current one, with the navigation object itself so that callers can
 * tell two navigations apart.
 */
export function currentNavigation(): { path: string; navigation: unknown } | null {
  const { navigation, location } = pageRouter().state;
  return navigation.state === "idle" ? null : { path: createPath(navigation.location ?? location), navigation };
}

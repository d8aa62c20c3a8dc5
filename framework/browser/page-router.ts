import { createPath } from "@remix-run/react";

/** The router of the page that is shown; it is made while `<RemixBrowser>` renders. */
export const pageRouter = () => window.__remixRouter;

type Navigate = (to: unknown, options?: NavigateOptions) => Promise<void>;

/** Of a navigation, what says whether it writes. */
export type NavigateOptions = { formMethod?: string; formData?: FormData };

/**
 * Asks before each navigation of a link, a form or a script; back and forward are none.
 * @param taken whether it is done in another way, so that the router shall leave it alone
 */
export function beforeNavigation(taken: (to: unknown, options?: NavigateOptions) => boolean): void {
  const router = pageRouter();
  const navigate = router.navigate.bind(router) as Navigate;
  router.navigate = ((to: unknown, options?: NavigateOptions) =>
    taken(to, options) ? Promise.resolve() : navigate(to, options)) as typeof router.navigate;
}

/** The path that is being navigated to, or the one that is shown; and the navigation itself, to tell it from others. */
export function currentNavigation(): { path: string; navigation: unknown } | null {
  const { navigation, location } = pageRouter().state;
  return navigation.state === "idle" ? null : { path: createPath(navigation.location ?? location), navigation };
}

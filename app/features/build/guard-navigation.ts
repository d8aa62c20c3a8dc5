import { createPath, type Path } from "@remix-run/react";
import { UNREACHED } from "#app/features/network/unreached";
import { beforeNavigation, currentNavigation, type NavigateOptions, pageRouter } from "#framework/browser/page-router";
import { guardModules, moduleThatThrows } from "#framework/browser/route-modules";
import { newerBuild } from "./newer-build";
import { reloadOnce } from "./reload-guard";

/**
 * Leads navigations past a build that was replaced. Once a newer one is out, a navigation is a full load of its
 * target. A route whose module is gone does the same at once; Remix itself would reload the page that one is on,
 * again and again, and would do so for a mere prefetch. The third way out, when that was just tried, is the error page.
 */
export function guardNavigation(): void {
  guardModules(withoutModule);
  beforeNavigation((to, options) => {
    const target = newerBuild.out ? targetOf(to, options) : null;
    return target !== null && reloadOnce(target);
  });

  // Back and forward: the address has changed already, so the page is loaded where it is.
  const traversed = (event: PopStateEvent) => {
    const path = location.pathname + location.search;
    const here = pageRouter().state.location;
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

/** The navigation that this page is being left for: its other modules need not be waited for. */
let pendingNavigation: unknown = null;

/**
 * Placeholder for a page whose module is gone; null where a form is sent there: reloading would lose what was typed.
 */
function withoutModule(): unknown {
  newerBuild.out = true;
  const going = currentNavigation();
  if (!going) return null;
  if (pendingNavigation === going.navigation || reloadOnce(going.path)) {
    pendingNavigation = going.navigation;
    return new Promise<never>(() => {});
  }
  return moduleThatThrows(UNREACHED);
}

/** Target of a navigation, if it is one that a full load can do: no form that writes, no step in the history. */
function targetOf(to: unknown, options?: NavigateOptions): string | null {
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

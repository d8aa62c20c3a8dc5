import { createPath, type Path } from "@remix-run/react";
import { UNREACHED } from "#app/features/network/unreached";
import { beforeNavigation, currentNavigation, type NavigateOptions, pageRouter } from "#framework/browser/page-router";
import { guardModules, moduleThatThrows } from "#framework/browser/route-modules";
import { newerBuild } from "./newer-build";
import { reloadOnce } from "./reload-guard";

/**
 * Handles navigations when a newer build is out. Once it is, the next navigation is a full page load. If a route's
 * module can't be loaded, so is this one; Remix itself would reload the current page, over and over, even for a
 * prefetch. If a reload was just tried, an error page is shown.
 */
export function guardNavigation(): void {
  guardModules(withoutModule);
  beforeNavigation((to, options) => {
    const target = newerBuild.out ? targetOf(to, options) : null;
    return target !== null && reloadOnce(target);
  });

  // Back and forward: the URL has changed already, so the page is loaded where it is.
  const traversed = (event: PopStateEvent) => {
    const path = location.pathname + location.search;
    const here = pageRouter().state.location;
    if (!newerBuild.out || path === here.pathname + here.search) return;
    if (reloadOnce(path)) event.stopImmediatePropagation();
  };
  window.addEventListener("popstate", traversed, { capture: true });

  // Restored from the back/forward cache, perhaps in the middle of the navigation by which it was left.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && newerBuild.out) reloadOnce(location.pathname + location.search);
  });

  // A chunk that was to be loaded on demand (an icon loader) is missing: continue without it, and load the next page in
  // full.
  window.addEventListener("vite:preloadError", () => {
    newerBuild.out = true;
  });
}

/** Navigation by which this page is being left; its other modules need not be awaited. */
let pendingNavigation: unknown = null;

/**
 * Module for a page that can't be loaded; null if a form is being sent there, since reloading would lose what was
 * typed.
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

/** Target of a navigation that a full page load can do: not a form submission or a history step. */
function targetOf(to: unknown, options?: NavigateOptions): string | null {
  const { formMethod = "get", formData } = options ?? {};
  if (formMethod.toLowerCase() !== "get" || typeof to === "number" || !to) return null;
  const path = typeof to === "string" ? to : createPath(to as Partial<Path>);
  // Relative targets can only be resolved by the router.
  if (!/^(?:\/(?!\/)|\?)/.test(path)) return null;
  const url = new URL(path, window.location.href);
  if (formData)
    url.search = new URLSearchParams([...formData].map(([name, value]) => [name, String(value)])).toString();
  const stays = url.pathname + url.search === window.location.pathname + window.location.search;
  return url.hash && stays ? null : url.pathname + url.search + url.hash;
}

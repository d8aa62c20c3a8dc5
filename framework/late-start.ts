import { UNSAFE_RemixContext as RemixContext, useMatches } from "@remix-run/react";
import { useContext } from "react";
import { isStaffRoute, staffManifestOf } from "./staff-manifest.mjs";

/** `handle` of a route's module whose scripts are loaded without waiting for an interaction. */
export type RouteHandle = { eager: true };

/** Data that `browser/start.ts` starts from. */
export type Start = {
  /** Remix's context for the browser. */
  context: object;
  hmr: string | undefined;
  manifest: string;
  entry: string;
  modules: Record<string, string | undefined>;
  /** Whether loading waits until the reader interacts with the page. */
  untouched: boolean;
};

/**
 * Returns the content of Remix's `<Scripts>` as JSON to embed in the page, so that our own script can start Remix
 * later. In the browser it returns a blank, so that code that only the server needs is not bundled.
 * @returns null when the page gets no scripts
 */
export function useLateStart(untouched: boolean): string | null {
  const remix = useContext(RemixContext);
  const matches = useMatches();
  if (!remix) return null;
  const { manifest, serverHandoffString, renderMeta } = remix as typeof remix & {
    renderMeta?: { didRenderScripts?: boolean };
  };
  // Tells the server to write out the loaders' data: see whole-page.ts.
  if (renderMeta) renderMeta.didRenderScripts = true;
  // Constant at build time, so the rest is dropped from the browser bundle.
  if (!import.meta.env.SSR) return " ";
  const start: Start = {
    context: JSON.parse(serverHandoffString ?? "{}"),
    hmr: manifest.hmr?.runtime,
    manifest: matches.some(({ id }) => isStaffRoute(id)) ? staffManifestOf(manifest.url) : manifest.url,
    entry: manifest.entry.module,
    modules: Object.fromEntries(matches.map(({ id }) => [id, manifest.routes[id]?.module])),
    untouched: untouched && !matches.some(({ handle }) => (handle as RouteHandle | undefined)?.eager),
  };
  return JSON.stringify(start).replaceAll("<", "\\u003c");
}

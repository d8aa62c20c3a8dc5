import { UNSAFE_RemixContext as RemixContext, useMatches } from "@remix-run/react";
import { useContext } from "react";

/** Ids of the console's routes, which have a list of routes of their own: see trim-manifest.mjs. */
const STAFF = /^routes\/admin\//;
const staffManifestOf = (url: string): string => url.replace(/manifest-\w+\.js$/, "staff-$&");

/** Data that `browser/start.ts` begins with. */
export type Start = {
  /** Remix as the server knows it. */
  context: object;
  hmr: string | undefined;
  manifest: string;
  entry: string;
  modules: Record<string, string | undefined>;
  /** It waits until somebody touches the page. */
  untouched: boolean;
};

/**
 * Output of Remix's `<Scripts>`, as data that stand in the page: a script of ours begins with them late. In the browser
 * they are a blank, so that it need not load what only the server writes.
 * @returns null when nothing is to be written
 */
export function useLateStart(untouched: boolean): string | null {
  const remix = useContext(RemixContext);
  const matches = useMatches();
  if (!remix) return null;
  const { manifest, serverHandoffString, renderMeta } = remix as typeof remix & {
    renderMeta?: { didRenderScripts?: boolean };
  };
  // Lets the server know that it should write out the loaders' data: see whole-page.ts.
  if (renderMeta) renderMeta.didRenderScripts = true;
  // A constant of the build.
  if (!import.meta.env.SSR) return " ";
  const start: Start = {
    context: JSON.parse(serverHandoffString ?? "{}"),
    hmr: manifest.hmr?.runtime,
    manifest: matches.some(({ id }) => STAFF.test(id)) ? staffManifestOf(manifest.url) : manifest.url,
    entry: manifest.entry.module,
    modules: Object.fromEntries(matches.map(({ id }) => [id, manifest.routes[id]?.module])),
    untouched,
  };
  return JSON.stringify(start).replaceAll("<", "\\u003c");
}

// Remix 2 asks its router to load nothing anew after an action that answered 4xx, and a form that navigates is treated so.
// But after one that was sent by a fetcher it loads all the same: the router asks for no route, and "single fetch", which
// takes every route without a `shouldRevalidate` for wanted, fetches them all. With a login that has ended meanwhile the
// page then turns into a visitor's, and takes the form along with what was typed into it. Asked for nothing, it shall
// fetch nothing. (React Router 7 does the same inside.)

const SOURCE = /@remix-run[\\/]react[\\/]dist[\\/]esm[\\/]single-fetch\.js$/;
const BEGINNING =
  "async function singleFetchLoaderNavigationStrategy(manifest, routeModules, router, request, matches) {";
const NOTHING_ASKED = "if (!matches.some((m) => m.shouldLoad)) return {};";

/**
 * For the browser's build only: in development, replaced modules are loaded that way.
 * @returns {import("vite").Plugin}
 */
export function keepRefusedForms() {
  return {
    name: "keep-refused-forms",
    apply: "build",
    transform(code, id, options) {
      if (options?.ssr || !SOURCE.test(id)) return undefined;
      if (code.split(BEGINNING).length !== 2) throw new Error(`${id} has changed: look at ${import.meta.url} again`);
      return { code: code.replace(BEGINNING, `${BEGINNING}\n  ${NOTHING_ASKED}`), map: null };
    },
  };
}

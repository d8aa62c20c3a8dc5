/** The page's URL without its hash. */
const page = () => location.href.split("#")[0];

/**
 * Loads the page that a step back or forward leads to before there is a router. Entries that the router has made belong
 * to the same document for the browser, also after a reload: it changes the URL and nothing else.
 */
export function followEarlySteps(): void {
  const loaded = page();
  addEventListener("popstate", () => {
    if (!window.__remixRouter && page() !== loaded) location.reload();
  });
}

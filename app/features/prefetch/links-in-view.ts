import { beginPrefetch } from "./begin-prefetch";
import { queueFetches } from "./fetch-ahead";

const PAGES_MAX = 8;

/**
 * Fetches ahead what links in view lead to (those marked `data-prefetch`). Remix's own PrefetchPageLinks is not used: it runs
 * the modules, and reloads the page when one of them is gone. Nor is `<link rel="prefetch">`: Firefox measures it by the
 * `default-src` of our policy, which is 'none', and Safari does not know it.
 * @param resourcesOf addresses that a navigation to a page, path and query, would fetch
 * @returns what ends it
 */
export function prefetchInView(resourcesOf: (page: string) => string[]): () => void {
  return beginPrefetch(() => {
    const pages = new Set<string>();
    const queue = queueFetches();
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting && pages.size < PAGES_MAX) pages.add(pageOf(target));
      }
      queue.add([...pages].flatMap(resourcesOf));
    });
    for (const link of document.querySelectorAll("a[data-prefetch]")) observer.observe(link);
    return () => {
      observer.disconnect();
      queue.stop();
    };
  });
}

const pageOf = (link: Element): string => {
  const { pathname, search } = link as HTMLAnchorElement;
  return pathname + search;
};

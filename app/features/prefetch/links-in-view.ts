import { beginPrefetch } from "./begin-prefetch";
import { queueFetches } from "./fetch-ahead";

const PAGES_MAX = 8;

/**
 * Prefetches what links in view (marked `data-prefetch`) lead to. Remix's PrefetchPageLinks can't be used: it executes
 * modules, and reloads the page if one is missing. Nor can `<link rel="prefetch">`: Firefox applies our policy's
 * `default-src 'none'` to it, and Safari does not support it.
 * @param resourcesOf URLs that a navigation to a page (path and query) would request
 * @returns a function that stops it
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

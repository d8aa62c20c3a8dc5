import { queueFetches } from "./fetch-ahead";

/** Milliseconds after loading. */
const START_AFTER = 1_000;
const PAGES_MAX = 8;

/**
 * Fetches ahead what links in view lead to (those marked `data-prefetch`), from one second after loading on;
 * not on a slow connection and not when the reader saves data. Remix's own PrefetchPageLinks is not used: it runs the
 * modules, and reloads the page when one of them is gone. Nor is `<link rel="prefetch">`: Firefox measures it by the
 * `default-src` of our policy, which is 'none', and Safari does not know it.
 * @param resourcesOf addresses that a navigation to a page, path and query, would fetch
 * @returns what ends it
 */
export function prefetchInView(resourcesOf: (page: string) => string[]): () => void {
  if (!worthwhile()) return () => {};
  const pages = new Set<string>();
  const queue = queueFetches();
  let observer: IntersectionObserver | undefined;
  const stopWaiting = afterLoading(() => {
    observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting && pages.size < PAGES_MAX) pages.add(pageOf(target));
      }
      queue.add([...pages].flatMap(resourcesOf));
    });
    for (const link of document.querySelectorAll("a[data-prefetch]")) observer.observe(link);
  });
  return () => {
    stopWaiting();
    observer?.disconnect();
    queue.stop();
  };
}

function afterLoading(start: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    timer = setTimeout(start, START_AFTER);
  };
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait);
  return () => {
    removeEventListener("load", wait);
    clearTimeout(timer);
  };
}

const pageOf = (link: Element): string => {
  const { pathname, search } = link as HTMLAnchorElement;
  return pathname + search;
};

type Connection = { effectiveType?: string; saveData?: boolean };

function worthwhile(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.effectiveType !== "slow-2g" && !connection?.saveData;
}

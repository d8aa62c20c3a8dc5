import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { resourcesOf } from "#framework/browser/route-modules";
import { queueFetches } from "./fetch-ahead";

/** Milliseconds after loading. */
const START_AFTER = 1_000;
const PAGES_MAX = 8;

/**
 * Fetches ahead what links in view lead to (those marked `data-prefetch`), from one second after loading on;
 * not on a slow connection and not when the reader saves data. Remix's own PrefetchPageLinks is not used: it runs the
 * modules, and reloads the page when one of them is gone. Nor is `<link rel="prefetch">`: Firefox measures it by the
 * `default-src` of our policy, which is 'none', and Safari does not know it.
 */
export function Prefetch() {
  const { key } = useLocation();

  // A new page has new links; `key` is what tells.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!worthwhile()) return;
    const pages = new Set<string>();
    const queue = queueFetches();
    let observer: IntersectionObserver | undefined;
    const stopWaiting = afterLoading(START_AFTER, () => {
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
  }, [key]);

  return null;
}

function afterLoading(delay: number, start: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    timer = setTimeout(start, delay);
  };
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, { once: true });
  return () => {
    window.removeEventListener("load", wait);
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

import { matchRoutes, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";

/** Milliseconds after loading. */
const START_AFTER = 1_000;
const PAGES_MAX = 8;

type Resource = { href: string; as: "fetch" | "script" };

/**
 * Fetches ahead what links in view lead to (those marked `data-prefetch`), from one second after loading on;
 * not on a slow connection and not when the reader saves data. A failure is a warning, nothing more. Remix's own
 * PrefetchPageLinks is not used: it runs the modules, and reloads the page when one of them is gone.
 */
export function Prefetch() {
  const { key } = useLocation();
  const [pages, setPages] = useState<readonly string[]>([]);

  // A new page has new links; `key` is what tells.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    setPages([]);
    if (!worthwhile()) return;
    let observer: IntersectionObserver | undefined;
    const stopWaiting = afterLoading(START_AFTER, () => {
      observer = new IntersectionObserver((entries) => {
        const seen = entries.filter((entry) => entry.isIntersecting).map(({ target }) => pageOf(target));
        if (seen.length) setPages((known) => [...new Set([...known, ...seen])].slice(0, PAGES_MAX));
      });
      for (const link of document.querySelectorAll("a[data-prefetch]")) observer.observe(link);
    });
    return () => {
      stopWaiting();
      observer?.disconnect();
    };
  }, [key]);

  const resources = new Map(pages.flatMap(resourcesOf).map((resource) => [resource.href, resource]));
  return [...resources.values()].map(({ href, as }) => (
    <link key={href} rel="prefetch" as={as} href={href} onError={() => console.warn("Prefetch failed", href)} />
  ));
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

/** What a navigation to a page would ask for: its data, and the modules that are not here yet. */
function resourcesOf(page: string): Resource[] {
  const { pathname, search } = new URL(page, window.location.origin);
  const { routes } = window.__remixManifest;
  const matched = (matchRoutes(window.__remixRouter.routes, pathname) ?? []).flatMap(({ route }) => {
    const known = routes[route.id ?? ""];
    return known ? [known] : [];
  });
  const missing = matched.filter(({ id }) => !(id in window.__remixRouteModules));
  const modules = new Set(missing.flatMap((route) => [route.module, ...(route.imports ?? [])]));
  const data = `${pathname === "/" ? "/_root" : pathname.replace(/\/$/, "")}.data${search}`;
  return [
    ...(matched.some((route) => route.hasLoader) ? [{ href: data, as: "fetch" as const }] : []),
    ...[...modules].map((href) => ({ href, as: "script" as const })),
  ];
}

type Connection = { effectiveType?: string; saveData?: boolean };

function worthwhile(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.effectiveType !== "slow-2g" && !connection?.saveData;
}

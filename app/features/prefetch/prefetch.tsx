import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { resourcesOf } from "#framework/browser/route-modules";
import { prefetchInView } from "./links-in-view";

/** Prefetches the data and modules of links in view. */
export function Prefetch() {
  const { key } = useLocation();
  // A new page, identified by `key`, has new links.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => prefetchInView(resourcesOf), [key]);
  return null;
}

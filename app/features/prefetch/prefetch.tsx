import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { resourcesOf } from "#framework/browser/route-modules";
import { prefetchInView } from "./links-in-view";

/** Fetches ahead the data and the modules of what links in view lead to. */
export function Prefetch() {
  const { key } = useLocation();
  // A new page has new links; `key` is what tells.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => prefetchInView(resourcesOf), [key]);
  return null;
}

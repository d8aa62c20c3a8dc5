import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { useRoot } from "#app/hooks/root";

/** Milliseconds that a page has for itself first. */
const TOLD_AFTER = 1_000;

/** Has pages kept that members read, on every page of theirs; visitors load nothing for it. */
export function useKeptPages(): void {
  const { offlineReading } = useRoot() ?? {};
  const { pathname, search } = useLocation();
  useEffect(() => {
    // What was kept before that goes: the worker asks.
    if (offlineReading === false && !navigator.serviceWorker?.controller) return;
    const timer = setTimeout(() => {
      import("./tell-worker")
        .then(({ tellWorker }) => tellWorker(pathname + search))
        // Nothing is kept, and nobody is bothered.
        .catch(() => {});
    }, TOLD_AFTER);
    return () => clearTimeout(timer);
  }, [offlineReading, pathname, search]);
}

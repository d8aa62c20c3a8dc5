import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { useRoot } from "#app/hooks/root";

/** Milliseconds to leave to the page itself first. */
const TOLD_AFTER = 1_000;

/** Stores pages that members read; used on all of their pages. Anonymous readers load nothing for it. */
export function useKeptPages(): void {
  const { offlineReading } = useRoot() ?? {};
  const { pathname, search } = useLocation();
  useEffect(() => {
    // An existing worker must still be told, so that it deletes what it stored.
    if (offlineReading === false && !navigator.serviceWorker?.controller) return;
    const timer = setTimeout(() => {
      import("./tell-worker")
        .then(({ tellWorker }) => tellWorker(pathname + search))
        // Failures are silent: nothing is stored.
        .catch(() => {});
    }, TOLD_AFTER);
    return () => clearTimeout(timer);
  }, [offlineReading, pathname, search]);
}

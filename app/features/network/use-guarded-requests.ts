import { useEffect } from "react";

/**
 * For forms of whoever is not logged in: from here on, a network that failed is told of where one is, and takes nothing
 * away that was typed. Members have that on every page. See `guardRequests`.
 */
export function useGuardedRequests(): void {
  useEffect(() => {
    import("./lazy-guard-requests").then(
      ({ default: guardRequests }) => guardRequests(),
      // The form works without.
      () => {},
    );
  }, []);
}

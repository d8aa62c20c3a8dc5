import { useEffect } from "react";

/**
 * Handles network failures for forms of anonymous readers: they are reported in place, and typed input is kept. Members
 * have that on every page. See `guardRequests`.
 */
export function useGuardedRequests(): void {
  useEffect(() => {
    import("./lazy-guard-requests").then(
      ({ default: guardRequests }) => guardRequests(),
      // The form works without it.
      () => {},
    );
  }, []);
}

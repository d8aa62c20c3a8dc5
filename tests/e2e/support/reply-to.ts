import type { Route } from "@playwright/test";

/**
 * Response to a request that a test forwards; retried if the kept-alive connection had just been closed, as browsers
 * do.
 */
export const replyTo = (route: Route, options: Parameters<Route["fetch"]>[0] = {}) =>
  route.fetch({ maxRetries: 1, ...options });

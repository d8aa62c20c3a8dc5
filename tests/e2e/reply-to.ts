import type { Route } from "@playwright/test";

/** Reply to a request that a test passes on: asked again where the kept connection had just been ended, as browsers do. */
export const replyTo = (route: Route, options: Parameters<Route["fetch"]>[0] = {}) =>
  route.fetch({ maxRetries: 1, ...options });

import retired from "#app/features/offline/retired-worker?inline-script";
import worker from "#app/features/offline/worker?inline-script";
import { env } from "#app/server/env.server";

/** The service worker; where nothing is to be kept, one that goes at once. */
export function loader(): Response {
  return new Response(env().offlineReading ? worker : retired, {
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=0",
      // Of the worker: it asks us, and nobody else.
      "content-security-policy": "default-src 'none'; connect-src 'self'",
    },
  });
}

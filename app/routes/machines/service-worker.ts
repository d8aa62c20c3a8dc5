import retired from "#app/features/offline/retired-worker?inline-script";
import worker from "#app/features/offline/worker?inline-script";
import { env } from "#app/server/env.server";

/** Serves the service worker; where offline reading is off, one that unregisters itself. */
export function loader(): Response {
  return new Response(env().offlineReading ? worker : retired, {
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=0",
      // Policy of the worker: it may only connect to this site.
      "content-security-policy": "default-src 'none'; connect-src 'self'",
    },
  });
}

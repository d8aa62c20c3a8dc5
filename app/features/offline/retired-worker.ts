// Served in place of the worker where a site lets nothing be kept: it clears what its predecessor kept, and goes.
import { KEPT_CACHE } from "./kept-pages";
import type { WorkerScope } from "./worker-scope";

const worker = self as unknown as WorkerScope;

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([caches.delete(KEPT_CACHE), worker.registration.unregister()]));
});

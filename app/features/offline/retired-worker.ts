// Served instead of the worker if a site disables storing pages: it deletes what its predecessor stored, and
// unregisters itself.
import { KEPT_CACHE } from "./kept-pages";
import type { WorkerScope } from "./worker-scope";

const worker = self as unknown as WorkerScope;

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([caches.delete(KEPT_CACHE), worker.registration.unregister()]));
});

import { KEPT_CACHE } from "./kept-pages";

/** Deletes all stored pages; storing starts anew. */
export async function forgetPages(): Promise<void> {
  await caches.delete(KEPT_CACHE);
}

/** Stops storing pages: deletes them and unregisters the worker. */
export async function keepNothing(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.unregister();
  await forgetPages();
}

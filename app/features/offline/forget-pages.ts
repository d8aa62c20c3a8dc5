import { KEPT_CACHE } from "./kept-pages";

/** Forgets all that is kept; reading begins anew. */
export async function forgetPages(): Promise<void> {
  await caches.delete(KEPT_CACHE);
}

/** Ends keeping: what is kept goes, and the worker with it. */
export async function keepNothing(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.unregister();
  await forgetPages();
}
